// SPDX-License-Identifier: Apache-2.0
// Which functions are searched for.
"use strict";

class Search {
  constructor(calls) {
    this.calls = calls;
    this.setText("");
  }

  /// Text is found as it stands, and as a regular expression if it is one. Capitals count if there
  /// are any.
  setText(text) {
    this.text = text;
    this.matches = new Map();
    this.foldsCase = text === text.toLowerCase();
    this.expression = null;
    try {
      this.expression = new RegExp(text, this.foldsCase ? "iu" : "u");
    } catch { /* Then it is text alone. */ }
  }

  get isOn() { return this.text !== ""; }

  /// Whether a frame's function is searched for.
  isMatched(frame) {
    if (!this.isOn || frame < 0) return false;
    const of = this.calls.frames.function[frame];
    let matched = this.matches.get(of);
    if (matched === undefined) this.matches.set(of, matched = this.matchesName(this.calls.strings[of]));
    return matched;
  }

  matchesName(name) {
    if ((this.foldsCase ? name.toLowerCase() : name).includes(this.text)) return true;
    return this.expression !== null && this.expression.test(name);
  }

  /// What finds one function and no other.
  static textFor(name) { return `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`; }

  /// How much of all is in and under what is searched for.
  foundText(measured) {
    if (!this.isOn) return "";
    const isMatched = (frame) => this.isMatched(frame);
    if (!this.calls.frames.function.some((_, frame) => this.isMatched(frame))) return "no function matches";
    const share = (weights) => {
      const sum = this.calls.sumOf(weights, isMatched);
      return `${percentText(sum / (weights.total[0] || 1))}` +
        (measured.unit === "%" ? "" : ` (${valueText(sum, measured)})`);
    };
    if (!this.calls.isDifference) return `matched: ${share(measured.after)}`;
    return `matched: ${share(measured.before)} before, ${share(measured.after)} after`;
  }
}
