// SPDX-License-Identifier: Apache-2.0
// The same as a table: functions with what was measured in them, and with what they called.
"use strict";

/// More rows take a browser long, and nobody reads them: the search finds the others.
const mostRows = 500;
/// Longer names are spelled shorter: about two lines of a window.
const mostLettersOfRow = 200;

/// Sums by function of one side's weights: {self, total} by key. A function counts once in a stack.
function functionSums(calls, weights) {
  const self = new Map(), total = new Map();
  const depth = new Map();
  const add = (sums, key, value) => value && sums.set(key, (sums.get(key) ?? 0) + value);
  const keyOf = (call) => calls.functions[calls.frame[call]];
  calls.walk(
    (call) => {
      const key = keyOf(call);
      add(self, key, weights.self[call]);
      const within = depth.get(key) ?? 0;
      if (within === 0) add(total, key, weights.total[call]);
      depth.set(key, within + 1);
    },
    (call) => depth.set(keyOf(call), depth.get(keyOf(call)) - 1));
  return {self, total};
}

/// One for each function: {frame, name, place, self, total, before, selfChange, change}; self and
/// total are those after.
function functionRows(calls, measured) {
  const before = functionSums(calls, measured.before);
  const after = functionSums(calls, measured.after);
  const seen = new Set();
  const rows = [];
  calls.functions.forEach((key, frame) => {
    if (seen.has(key)) return;
    seen.add(key);
    const of = ({self, total}) => [self.get(key) ?? 0, total.get(key) ?? 0];
    const [selfBefore, totalBefore] = of(before);
    const [self, total] = of(after);
    if (!total && !totalBefore) return;
    rows.push({
      frame, name: calls.functionOf(frame), place: calls.placeOf(frame) || calls.objectOf(frame),
      self, total, totalBefore, selfChange: self - selfBefore, change: total - totalBefore,
    });
  });
  return rows;
}

const headingsOfOne = [["self", "self"], ["total", "total"], ["name", "function"]];
const headingsOfDifference = [
  ["selfChange", "self, change"], ["change", "total, change"], ["totalBefore", "total before"],
  ["total", "total after"], ["name", "function"],
];

class FunctionTable {
  /// `choose` is told a frame of the function that was clicked.
  constructor(columns, body, more, choose) {
    Object.assign(this, {columns, body, more, choose});
    this.descending = true;
  }

  show(calls, measured, isMatched) {
    Object.assign(this, {measured, isMatched});
    this.headings = calls.isDifference ? headingsOfDifference : headingsOfOne;
    this.sortBy ??= this.headings[0][0];
    this.rows = functionRows(calls, measured);
    this.all = measured.after.total[0];
    this.fill();
  }

  sort(key) {
    this.descending = this.sortBy === key ? !this.descending : key !== "name";
    this.sortBy = key;
    this.fill();
  }

  isChange(key) { return key === "change" || key === "selfChange"; }

  /// Changes by size, whichever way they went; what is equal, by total and by name.
  compare(a, b) {
    const key = this.sortBy;
    const sign = this.descending ? -1 : 1;
    const byName = a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
    if (key === "name") return sign * byName;
    const size = this.isChange(key) ? Math.abs : (value) => value;
    return sign * (size(a[key]) - size(b[key])) || b.total - a.total || byName;
  }

  /// What is matched comes first.
  fill() {
    if (!this.rows) return;
    this.rows.sort((a, b) => this.compare(a, b));
    this.columns.replaceChildren(...this.headings.map(([key, text]) => this.heading(key, text)));
    const matched = this.rows.filter((row) => this.isMatched(row.frame));
    const others = this.rows.filter((row) => !this.isMatched(row.frame));
    const shown = [...matched, ...others].slice(0, mostRows);
    this.body.replaceChildren(...shown.map((row) => this.line(row)));
    const left = this.rows.length - shown.length;
    this.more.textContent = left > 0 ? `and ${grouped.format(left)} more functions; the search finds them` : "";
  }

  heading(key, text) {
    const cell = document.createElement("th");
    const button = document.createElement("button");
    const isSorted = key === this.sortBy;
    button.textContent = text + (isSorted ? (this.descending ? " ▾" : " ▴") : "");
    cell.setAttribute("aria-sort", isSorted ? (this.descending ? "descending" : "ascending") : "none");
    button.addEventListener("click", () => this.sort(key));
    cell.append(button);
    return cell;
  }

  line(row) {
    const line = document.createElement("tr");
    line.classList.toggle("matched", this.isMatched(row.frame));
    for (const [key] of this.headings) {
      const cell = document.createElement("td");
      if (key === "name") cell.append(...this.nameParts(row));
      else cell.textContent = this.figure(key, row[key]);
      if (this.isChange(key) && row[key]) cell.className = row[key] > 0 ? "more" : "less";
      line.append(cell);
    }
    return line;
  }

  nameParts(row) {
    const button = document.createElement("button");
    const spellings = spellingsOf(row.name);
    button.textContent = spellings.find(({length}) => length <= mostLettersOfRow) ?? cutText(spellings.at(-1));
    button.title = cutText(row.name);
    button.addEventListener("click", () => this.choose(row.frame));
    const place = document.createElement("small");
    place.textContent = row.place;
    return [button, place];
  }

  figure(key, value) {
    if (this.isChange(key)) return signedText(value, this.measured);
    const share = this.measured.unit === "%" || key === "totalBefore" ? "" : ` ${percentText(value / (this.all || 1))}`;
    return valueText(value, this.measured) + share;
  }
}
