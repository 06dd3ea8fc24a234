// SPDX-License-Identifier: Apache-2.0
// The graph on its canvas: what can be seen of a tree, from the box it is zoomed to.
"use strict";

const rowHeight = 19;
/// Narrower boxes cannot be seen, in CSS pixels; nor can what is in them.
const leastWidth = 0.5;
const font = "12px ui-monospace, Menlo, Consolas, monospace";

class Graph {
  /// `look` answers for boxes: nameOf, colourOf, isMatched; and isDimmed, whether some match.
  constructor(scroller, rows, canvas, look) {
    Object.assign(this, {scroller, rows, canvas, look});
    this.context = canvas.getContext("2d");
    this.spellings = new Map();
    this.drawn = [];       // By row: [{box, x, width}, …], from left to right.
    this.flamesUp = false;
    this.pointed = null;   // The box to be framed.
    scroller.addEventListener("scroll", () => this.draw());
  }

  show(tree, zoomed) {
    this.tree = tree;
    this.zoomed = zoomed;
    this.depth = this.depthOf(zoomed);
    this.rows.style.height = `${(this.depth + 1) * rowHeight}px`;
    if (this.flamesUp) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.draw();
  }

  /// Rows that have something to be seen.
  depthOf(zoomed) {
    const width = this.scroller.clientWidth;
    const scale = width / this.tree.shareOf(zoomed);
    let deepest = zoomed.depth;
    const open = [zoomed];
    while (open.length > 0) {
      const box = open.pop();
      deepest = Math.max(deepest, box.depth);
      for (const child of this.tree.childrenOf(box))
        if (this.tree.shareOf(child) * scale >= leastWidth) open.push(child);
    }
    return deepest;
  }

  /// Where a row begins, in the scroller's content.
  topOf(row) {
    if (!this.flamesUp) return row * rowHeight;
    const height = Math.max(this.scroller.clientHeight, (this.depth + 1) * rowHeight);
    return height - (row + 1) * rowHeight;
  }

  draw() {
    if (!this.tree) return;
    const {canvas, context, scroller} = this;
    const width = scroller.clientWidth, height = scroller.clientHeight;
    const density = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = font;
    context.textBaseline = "middle";
    this.letter = context.measureText("mmmmmmmmmm").width / 10;
    this.ink = getComputedStyle(canvas).color;
    this.page = getComputedStyle(document.body).backgroundColor;
    this.mark = getComputedStyle(document.documentElement).getPropertyValue("--mark");
    this.drawn = [];
    for (const box of this.zoomed.path().slice(0, -1)) this.drawBox(box, 0, width);
    this.drawBranch(this.zoomed, width);
  }

  drawBranch(zoomed, width) {
    const scale = width / (this.tree.shareOf(zoomed) || 1);
    const open = [zoomed];
    while (open.length > 0) {
      const box = open.pop();
      const x = (box.left - zoomed.left) * scale;
      this.drawBox(box, x, this.tree.shareOf(box) * scale);
      const children = this.tree.childrenOf(box);
      for (let i = children.length - 1; i >= 0; --i)
        if (this.tree.shareOf(children[i]) * scale >= leastWidth) open.push(children[i]);
    }
  }

  drawBox(box, x, width) {
    (this.drawn[box.depth] ??= []).push({box, x, width});
    const y = this.topOf(box.depth) - this.scroller.scrollTop;
    if (y + rowHeight < 0 || y > this.scroller.clientHeight) return;
    const {context, look} = this;
    const gap = width > 3 ? 1 : 0;
    const matched = look.isMatched(box);
    context.globalAlpha = look.isDimmed && !matched ? 0.38 : 1;
    context.fillStyle = matched ? this.mark : look.colourOf(box);
    context.fillRect(x, y, width - gap, rowHeight - 1);
    context.globalAlpha = 1;
    if (box === this.pointed) {
      context.strokeStyle = this.ink;
      context.lineWidth = 1.5;
      context.strokeRect(x + 0.75, y + 0.75, Math.max(0, width - gap - 1.5), rowHeight - 2.5);
    }
    const text = this.spellingIn(look.nameOf(box), Math.floor((width - 8) / this.letter));
    if (!text) return;
    context.fillStyle = matched ? this.page : this.ink;
    context.fillText(text, x + 4, y + rowHeight / 2);
  }

  /// The longest spelling that fits into so many letters, or the beginning of the shortest.
  spellingIn(name, letters) {
    if (letters < 3) return "";
    let spellings = this.spellings.get(name);
    if (!spellings) this.spellings.set(name, spellings = spellingsOf(name));
    const fitting = spellings.find((spelling) => spelling.length <= letters);
    return fitting ?? `${spellings.at(-1).slice(0, letters - 1)}…`;
  }

  /// At a place of the window; null: there is none.
  boxAt(clientX, clientY) {
    const place = this.canvas.getBoundingClientRect();
    const x = clientX - place.left, y = clientY - place.top + this.scroller.scrollTop;
    const row = this.drawn.findIndex((boxes, i) => boxes && y >= this.topOf(i) && y < this.topOf(i) + rowHeight);
    const hit = this.drawn[row]?.find((one) => x >= one.x && x < one.x + one.width);
    return hit ? hit.box : null;
  }

  /// Where a drawn box is in the window; null: it is not drawn.
  placeOf(box) {
    const hit = this.drawn[box.depth]?.find((one) => one.box === box);
    if (!hit) return null;
    const place = this.canvas.getBoundingClientRect();
    return {x: place.left + hit.x, y: place.top + this.topOf(box.depth) - this.scroller.scrollTop,
            width: hit.width};
  }

  point(box) {
    if (this.pointed === box) return;
    this.pointed = box;
    this.draw();
  }

  /// The drawn box that an arrow key leads to from the one pointed at.
  neighbour(key) {
    const box = this.pointed;
    if (!box) return this.zoomed;
    const inwards = this.flamesUp ? "ArrowUp" : "ArrowDown";
    const outwards = this.flamesUp ? "ArrowDown" : "ArrowUp";
    if (key === outwards) return box.parent ?? box;
    if (key === inwards) {
      const children = this.tree.childrenOf(box);
      return children.find((child) => this.placeOf(child)) ?? box;
    }
    const row = (this.drawn[box.depth] ?? []).slice().sort((a, b) => a.x - b.x);
    const at = row.findIndex((one) => one.box === box) + (key === "ArrowRight" ? 1 : -1);
    return row[at]?.box ?? box;
  }

  scrollTo(box) {
    const top = this.topOf(box.depth);
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    const bottom = top + rowHeight - this.scroller.clientHeight;
    if (bottom > this.scroller.scrollTop) this.scroller.scrollTop = bottom;
  }
}
