// SPDX-License-Identifier: Apache-2.0
// The same as a table: functions with what was measured in them, and with what they called.
"use strict";

/// More rows take a browser long, and nobody reads them: the search finds the others.
const mostRows = 500;

/// Sums by function of one side's weights: {self, total} by key. A function counts once in a stack.
function functionSums(calls, weights, keyOf) {
  const self = new Map(), total = new Map();
  const depth = new Map();
  const add = (sums, key, value) => value && sums.set(key, (sums.get(key) ?? 0) + value);
  calls.walk(
    (call) => {
      const key = keyOf[calls.frame[call]];
      add(self, key, weights.self[call]);
      const within = depth.get(key) ?? 0;
      if (within === 0) add(total, key, weights.total[call]);
      depth.set(key, within + 1);
    },
    (call) => {
      const key = keyOf[calls.frame[call]];
      depth.set(key, depth.get(key) - 1);
    });
  return {self, total};
}

/// One for each function: {frame, name, place, self, total, otherTotal}.
function functionRows(calls, measured, keyOf) {
  const here = functionSums(calls, measured.value, keyOf);
  const there = measured.other && functionSums(calls, measured.other, keyOf);
  const frames = new Map();
  calls.frames.function.forEach((name, frame) => {
    if (!frames.has(keyOf[frame])) frames.set(keyOf[frame], frame);
  });
  const rows = [];
  for (const [key, frame] of frames) {
    const row = {
      frame, name: calls.functionOf(frame), place: calls.placeOf(frame) || calls.objectOf(frame),
      self: here.self.get(key) ?? 0, total: here.total.get(key) ?? 0,
      other: there ? there.total.get(key) ?? 0 : 0,
    };
    row.change = row.total - row.other;
    if (row.total || row.other) rows.push(row);
  }
  return rows;
}

class FunctionTable {
  constructor(columns, body, more) {
    Object.assign(this, {columns, body, more});
    this.sortBy = "self";
    this.descending = true;
  }

  /// `isBefore`: widths are of before, so that the other side is after.
  show(calls, measured, keyOf, isMatched, isBefore) {
    Object.assign(this, {calls, measured, isMatched});
    this.rows = functionRows(calls, measured, keyOf);
    this.headings = [["self", "self"], ["total", "total"]];
    if (measured.other) {
      if (isBefore) this.rows.forEach((row) => { row.change = -row.change; });
      this.headings.push(["other", isBefore ? "total after" : "total before"], ["change", "change"]);
    }
    this.headings.push(["name", "function"]);
    if (!this.headings.some(([key]) => key === this.sortBy)) this.sortBy = "self";
    this.fill();
  }

  sort(key) {
    this.descending = this.sortBy === key ? !this.descending : key !== "name";
    this.sortBy = key;
    this.fill();
  }

  /// By size of the change, whichever way it went.
  compare(a, b) {
    const key = this.sortBy;
    if (key === "name") return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
    const size = key === "change" ? Math.abs : (value) => value;
    return size(a[key]) - size(b[key]) || a.total - b.total;
  }

  fill() {
    const sign = this.descending ? -1 : 1;
    this.rows.sort((a, b) => sign * this.compare(a, b));
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
    if (this.isMatched(row.frame)) line.className = "matched";
    for (const [key] of this.headings) {
      const cell = document.createElement("td");
      if (key === "name") {
        cell.textContent = row.name;
        const place = document.createElement("small");
        place.textContent = row.place ? ` ${row.place}` : "";
        cell.append(place);
      } else {
        cell.textContent = valueText(row[key], this.measured);
      }
      line.append(cell);
    }
    return line;
  }
}
