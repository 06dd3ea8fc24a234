// SPDX-License-Identifier: Apache-2.0
// The boxes of a graph: calls of the same function under the same box are one box. A box makes its
// children when they are first asked for, which none too small to be seen is, so that a graph of a
// hundred thousand stacks costs what is seen of it.
"use strict";

class Box {
  constructor(key, frame, parent) {
    this.key = key;
    this.frame = frame;    // One of its frames; -1: the root.
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.left = 0;         // A share of the root's width, in [0, 1].
    this.calls = [];       // What it is made of,
    this.values = [];      // with the weight of each,
    this.others = [];      // and that on the other side of a difference.
    this.value = 0;
    this.other = 0;
    this.self = 0;
    this.children = null;
  }

  add(call, value, other) {
    this.calls.push(call);
    this.values.push(value);
    this.others.push(other);
    this.value += value;
    this.other += other;
  }

  /// From the root to this box.
  path() { return this.parent ? [...this.parent.path(), this] : [this]; }
}

class Tree {
  /// `keyOf` says by frame what belongs into one box.
  constructor(calls, measured, keyOf) {
    this.calls = calls;
    this.value = measured.value;
    this.other = measured.other;
    this.keyOf = keyOf;
    this.root = new Box(-1, -1, null);
    this.root.value = this.value.total[0];
    this.root.other = this.other ? this.other.total[0] : 0;
    this.root.self = this.value.self[0];
  }

  /// A box's share of the root's width.
  shareOf(box) { return this.root.value > 0 ? box.value / this.root.value : 0; }

  /// Largest first; in a difference by both sides, so that a box keeps its place from one to the
  /// other.
  childrenOf(box) {
    if (box.children) return box.children;
    const byKey = new Map();
    this.eachStep(box, (call, value, other) => {
      if (value === 0 && other === 0) return;
      const frame = this.calls.frame[call];
      const key = this.keyOf[frame];
      let child = byKey.get(key);
      if (!child) byKey.set(key, child = new Box(key, frame, box));
      child.add(call, value, other);
      child.self += this.selfOf(call, value, child);
    });
    box.children = [...byKey.values()].sort((a, b) => b.value + b.other - a.value - a.other);
    let left = box.left;
    for (const child of box.children) {
      child.left = left;
      left += this.shareOf(child);
    }
    return box.children;
  }
}

/// From the root to what it calls.
class CalleeTree extends Tree {
  eachStep(box, take) {
    const {firstChild, nextSibling} = this.calls;
    for (const call of box.parent ? box.calls : [0])
      for (let child = firstChild[call]; child; child = nextSibling[child])
        take(child, this.value.total[child], this.other ? this.other.total[child] : 0);
  }

  selfOf(call) { return this.value.self[call]; }
}

/// From what costs to its callers. A box's calls are where its stacks have come to so far.
class CallerTree extends Tree {
  eachStep(box, take) {
    if (!box.parent) {
      for (let call = 1; call < this.calls.count; ++call)
        take(call, this.value.self[call], this.other ? this.other.self[call] : 0);
      return;
    }
    const sums = new Map();  // Stacks that meet go on as one.
    box.calls.forEach((call, i) => {
      const caller = this.calls.parent[call];
      if (!caller) return;
      const sum = sums.get(caller);
      if (sum) {
        sum[0] += box.values[i];
        sum[1] += box.others[i];
      } else {
        sums.set(caller, [box.values[i], box.others[i]]);
      }
    });
    for (const [caller, [value, other]] of sums) take(caller, value, other);
  }

  /// What costs is the first box alone; others have called it.
  selfOf(call, value, box) { return box.depth === 1 ? value : 0; }
}

/// The lines of a box with their weights, the heaviest first: [[`file:line`, weight], …].
function linesOf(calls, box) {
  const sums = new Map();
  box.calls.forEach((call, i) => {
    const place = calls.placeOf(calls.frame[call]);
    if (place) sums.set(place, (sums.get(place) ?? 0) + Math.max(box.values[i], box.others[i]));
  });
  return [...sums].sort((a, b) => b[1] - a[1]);
}
