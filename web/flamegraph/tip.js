// SPDX-License-Identifier: Apache-2.0
// What is said of the box that is pointed at.
"use strict";

/// Lines of a function that are told; the others are counted.
const mostLines = 3;

class Tip {
  constructor(element, calls) {
    Object.assign(this, {element, calls});
  }

  /// A name, and lines of text below it.
  textOf(box, measured) {
    const lines = this.calls.isDifference ? this.changeLines(box, measured) : this.valueLines(box, measured);
    if (!box.parent) return ["all", ...lines];
    return [cutText(this.calls.functionOf(box.frame)), ...this.placeLines(box), ...lines];
  }

  placeLines(box) {
    const {calls} = this;
    const places = linesOf(calls, box);
    const more = places.length > mostLines ? [`and ${places.length - mostLines} more lines`] : [];
    const told = [...places.slice(0, mostLines), ...more].join(", ");
    const inlinedCalls = box.calls.filter((call) => calls.isInlined(calls.frame[call])).length;
    const how = inlinedCalls === 0 ? "" : inlinedCalls === box.calls.length ? "inlined" : "inlined at some places";
    const of = [calls.objectOf(box.frame), how].filter(Boolean).join(", ");
    return [told, of].filter(Boolean);
  }

  valueLines(box, measured) {
    const share = (value) => `${valueText(value, measured)} (${percentText(value / (measured.after.total[0] || 1))})`;
    return [`total ${share(box.after)}`, `self ${share(box.selfAfter)}`];
  }

  changeLines(box, measured) {
    const line = (what, before, after) => {
      const change = before === after ? "no change" : changeText(before, after, measured);
      return `${what} ${valueText(before, measured)} → ${valueText(after, measured)}: ${change}`;
    };
    return [line("total", box.before, box.after), line("self", box.selfBefore, box.selfAfter)];
  }

  show([name, ...lines], x, y) {
    const heading = document.createElement("b");
    heading.textContent = name;
    this.element.replaceChildren(heading, ...lines.map((text) => {
      const line = document.createElement("div");
      line.textContent = text;
      return line;
    }));
    this.element.hidden = false;
    this.place(x, y);
  }

  /// Below and right of a place of the window, or where there is room.
  place(x, y) {
    const away = 14;  // From the pointer, in CSS pixels.
    const {width, height} = this.element.getBoundingClientRect();
    const left = Math.min(x + away, innerWidth - width - 6);
    const below = y + away + 6;
    const top = below + height <= innerHeight ? below : y - height - away;
    this.element.style.left = `${Math.max(6, left)}px`;
    this.element.style.top = `${Math.max(6, top)}px`;
  }

  hide() { this.element.hidden = true; }
}
