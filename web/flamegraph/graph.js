// SPDX-License-Identifier: Apache-2.0
// The graph on its canvas: what can be seen of a tree, from the box it is zoomed to.
"use strict";

const rowHeight = 20;
/// Narrower boxes cannot be seen, in CSS pixels; nor can what is in them.
const leastWidth = 0.5;
/// Beside a name, in CSS pixels.
const margin = 4;
const font = "12px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

class Graph {
  /// `scroller` scrolls `rows`, in which the canvas stands. `look` answers for boxes: nameOf,
  /// colourOf, isInlined, isMatched; and isDimmed(), whether what is not matched steps back.
  constructor(scroller, rows, canvas, look) {
    Object.assign(this, {scroller, rows, canvas, look});
    this.context = canvas.getContext("2d");
    this.spellings = new Map();
    this.drawn = [];       // By row: [{box, x, width}, …], from left to right.
    this.flamesUp = false;
    this.pointed = null;   // The box to be framed.
    scroller.addEventListener("scroll", () => this.redraw());
    new ResizeObserver(() => { if (this.tree) this.show(this.tree, this.zoomed); }).observe(scroller);
  }

  show(tree, zoomed) {
    if (this.tree !== tree) this.pointed = null;
    const isNew = this.tree !== tree || this.zoomed !== zoomed;
    this.tree = tree;
    this.zoomed = zoomed;
    this.depth = this.depthOf(zoomed);
    this.rows.style.height = `${(this.depth + 1) * rowHeight}px`;
    if (isNew) this.scrollTo(zoomed);
    this.draw();
  }

  turn(flamesUp) {
    this.flamesUp = flamesUp;
    this.scrollTo(this.zoomed);
    this.redraw();
  }

  /// Rows that have something to be seen.
  depthOf(zoomed) {
    let deepest = zoomed.depth;
    this.eachVisible(zoomed, (box) => { deepest = Math.max(deepest, box.depth); });
    return deepest;
  }

  /// Boxes of a branch with their places, each before those in it, from left to right.
  eachVisible(zoomed, take) {
    const width = this.scroller.clientWidth;
    const scale = width / (this.tree.shareOf(zoomed) || 1);
    const open = [zoomed];
    while (open.length > 0) {
      const box = open.pop();
      take(box, (box.left - zoomed.left) * scale, this.tree.shareOf(box) * scale);
      const children = this.tree.childrenOf(box);
      for (let i = children.length - 1; i >= 0; --i)
        if (this.tree.shareOf(children[i]) * scale >= leastWidth) open.push(children[i]);
    }
  }

  /// Where a row begins in `rows`.
  topOf(row) {
    if (!this.flamesUp) return row * rowHeight;
    return Math.max(this.scroller.clientHeight, (this.depth + 1) * rowHeight) - (row + 1) * rowHeight;
  }

  /// With the next picture of the screen.
  redraw() {
    this.waiting ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    if (this.waiting) cancelAnimationFrame(this.waiting);
    this.waiting = null;
    if (!this.tree) return;
    this.prepare();
    this.drawn = [];
    const width = this.scroller.clientWidth;
    for (const box of this.zoomed.path().slice(0, -1)) this.drawBox(box, 0, width, true);
    this.eachVisible(this.zoomed, (box, x, own) => this.drawBox(box, x, own, false));
    this.frame();
  }

  prepare() {
    const {canvas, context, scroller} = this;
    const density = devicePixelRatio || 1;
    const wanted = [scroller.clientWidth, scroller.clientHeight];
    const [width, height] = wanted.map((size) => Math.round(size * density));
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, {width, height});
      [canvas.style.width, canvas.style.height] = wanted.map((size) => `${size}px`);
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, ...wanted);
    context.textBaseline = "middle";
    context.font = font;
    this.letter = context.measureText("mmmmmmmmmm").width / 10;
    const style = getComputedStyle(document.body);
    this.ink = style.color;
    this.page = style.backgroundColor;
    this.mark = style.getPropertyValue("--mark");
  }

  drawBox(box, x, width, isPassed) {
    (this.drawn[box.depth] ??= []).push({box, x, width});
    const y = this.topOf(box.depth) - this.scroller.scrollTop;
    if (y + rowHeight < 0 || y > this.scroller.clientHeight) return;
    const {context, look} = this;
    const gap = width > 3 ? 1 : 0;
    const isMatched = look.isMatched(box);
    const isFaint = isPassed || (look.isDimmed() && !isMatched);
    context.globalAlpha = isFaint ? 0.4 : 1;
    context.fillStyle = isMatched ? this.mark : look.colourOf(box);
    context.fillRect(x, y, width - gap, rowHeight - 1);
    context.globalAlpha = isFaint ? 0.75 : 1;
    const text = this.spellingIn(look.nameOf(box), Math.floor((width - 2 * margin) / this.letter));
    if (text) {
      context.font = look.isInlined(box) ? `italic ${font}` : font;
      context.fillStyle = isMatched && !isPassed ? this.page : this.ink;
      context.fillText(text, x + margin, y + rowHeight / 2, width - 2 * margin + 1);
    }
    context.globalAlpha = 1;
  }

  /// Around the box pointed at, above all others.
  frame() {
    const hit = this.pointed && this.drawn[this.pointed.depth]?.find(({box}) => box === this.pointed);
    if (!hit) return;
    const {context} = this;
    const y = this.topOf(hit.box.depth) - this.scroller.scrollTop;
    context.strokeStyle = this.ink;
    context.lineWidth = 2;
    context.strokeRect(hit.x + 1, y + 1, Math.max(1, hit.width - 3), rowHeight - 3);
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
    const x = clientX - place.left;
    const y = clientY - place.top + this.scroller.scrollTop;
    const row = Math.floor((this.flamesUp ? this.topOf(-1) - y : y) / rowHeight);
    const hit = this.drawn[row]?.find((one) => x >= one.x && x < one.x + one.width);
    return hit ? hit.box : null;
  }

  /// Where a drawn box is in the window; null: it is not drawn.
  placeOf(box) {
    const hit = this.drawn[box.depth]?.find((one) => one.box === box);
    if (!hit) return null;
    const place = this.canvas.getBoundingClientRect();
    return {x: place.left + hit.x, width: hit.width,
            y: place.top + this.topOf(box.depth) - this.scroller.scrollTop};
  }

  point(box) {
    if (this.pointed === box) return;
    this.pointed = box;
    this.redraw();
  }

  /// The drawn box that an arrow key leads to from the one pointed at.
  neighbour(key) {
    const box = this.pointed;
    if (!box || !this.placeOf(box)) return this.zoomed;
    const inwards = this.flamesUp ? "ArrowUp" : "ArrowDown";
    const outwards = this.flamesUp ? "ArrowDown" : "ArrowUp";
    if (key === outwards) return box.parent ?? box;
    const isOnWay = box !== this.zoomed && this.zoomed.path().includes(box);
    if (key === inwards) {
      if (isOnWay) return this.zoomed.path()[box.depth + 1];
      return this.tree.childrenOf(box).find((child) => this.placeOf(child)) ?? box;
    }
    const row = this.drawn[box.depth];
    const at = row.findIndex((one) => one.box === box) + (key === "ArrowRight" ? 1 : -1);
    return row[at]?.box ?? box;
  }

  /// Scrolls no farther than it must.
  scrollTo(box) {
    const top = this.topOf(box.depth);
    const least = top + rowHeight - this.scroller.clientHeight;
    this.scroller.scrollTop = Math.min(top, Math.max(least, this.scroller.scrollTop));
  }
}
