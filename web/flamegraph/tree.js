// SPDX-License-Identifier: Apache-2.0
// The boxes of a graph: calls of the same function under the same box are one box. A box makes its
// children when they are first asked for, which none too small to be seen is, so that a graph of a
// hundred thousand stacks costs what is seen of it.
"use strict";

class Box {
  constructor(frame, parent) {
    this.frame = frame;    // That of its heaviest call; -1: the root.
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.left = 0;         // A share of the root's width, in [0, 1].
    this.calls = [];       // What it is made of,
    this.befores = [];     // with the weights of each.
    this.afters = [];
    this.heaviest = -1;
    this.before = 0;
    this.after = 0;
    this.selfBefore = 0;
    this.selfAfter = 0;
    this.children = null;
  }

  add(call, frame, before, after) {
    this.calls.push(call);
    this.befores.push(before);
    this.afters.push(after);
    this.before += before;
    this.after += after;
    if (before + after <= this.heaviest) return;
    this.heaviest = before + after;
    this.frame = frame;
  }

  /// From the root to this box.
  path() {
    const path = [];
    for (let box = this; box; box = box.parent) path.push(box);
    return path.reverse();
  }
}

class Tree {
  /// `keyOf` says by frame what belongs into one box, `widthOf` how wide what was measured before
  /// and after is.
  constructor(calls, {before, after}, keyOf, widthOf) {
    Object.assign(this, {calls, before, after, keyOf, widthOf});
    this.root = new Box(-1, null);
    this.root.before = before.total[0];
    this.root.after = after.total[0];
    this.root.selfBefore = before.self[0];
    this.root.selfAfter = after.self[0];
  }

  /// A box's share of the root's width.
  shareOf(box) {
    const all = this.widthOf(this.root.before, this.root.after);
    return all > 0 ? this.widthOf(box.before, box.after) / all : 0;
  }

  /// Largest first, by both sides of a difference, so that a box keeps its place when widths are
  /// those of the other.
  childrenOf(box) {
    if (box.children) return box.children;
    const byKey = new Map();
    this.eachStep(box, (call, before, after) => {
      if (before === 0 && after === 0) return;
      const frame = this.calls.frame[call];
      const key = this.keyOf[frame];
      let child = byKey.get(key);
      if (!child) byKey.set(key, child = new Box(frame, box));
      child.add(call, frame, before, after);
      this.addSelf(child, call, before, after);
    });
    box.children = [...byKey.values()].sort((a, b) => b.before + b.after - a.before - a.after);
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
        take(child, this.before.total[child], this.after.total[child]);
  }

  addSelf(box, call) {
    box.selfBefore += this.before.self[call];
    box.selfAfter += this.after.self[call];
  }
}

/// From what costs to its callers. A box's calls are where its stacks have come to so far.
class CallerTree extends Tree {
  eachStep(box, take) {
    if (!box.parent) {
      for (let call = 1; call < this.calls.count; ++call)
        take(call, this.before.self[call], this.after.self[call]);
      return;
    }
    const sums = new Map();  // Stacks that meet go on as one.
    box.calls.forEach((call, i) => {
      const caller = this.calls.parent[call];
      if (!caller) return;
      const sum = sums.get(caller);
      if (sum) {
        sum[0] += box.befores[i];
        sum[1] += box.afters[i];
      } else {
        sums.set(caller, [box.befores[i], box.afters[i]]);
      }
    });
    for (const [caller, [before, after]] of sums) take(caller, before, after);
  }

  /// What costs is the first box alone; others have called it.
  addSelf(box, call, before, after) {
    if (box.depth > 1) return;
    box.selfBefore += before;
    box.selfAfter += after;
  }
}

/// The lines of a box, the heaviest first: `file:line`, ….
function linesOf(calls, box) {
  const sums = new Map();
  box.calls.forEach((call, i) => {
    const place = calls.placeOf(calls.frame[call]);
    if (place) sums.set(place, (sums.get(place) ?? 0) + box.befores[i] + box.afters[i]);
  });
  return [...sums].sort((a, b) => b[1] - a[1]).map(([place]) => place);
}
