// SPDX-License-Identifier: Apache-2.0
// The profiles of the page: a tree of calls that all of them share, and what each has measured in
// which call. Calls are numbered from 1, parents before children; 0 is the root, which is no call.
"use strict";

/// FrameKind's number.
const inlined = 2;

class Calls {
  constructor(data) {
    this.title = data.title;
    this.isDifference = data.difference;  // Of profiles[0], before, and profiles[1], after.
    this.profiles = data.profiles;
    this.strings = data.strings;
    this.frames = data.frames;
    this.functions = this.numberFunctions();
    this.count = data.calls.parent.length + 1;
    this.parent = Int32Array.from([0, ...data.calls.parent]);
    this.frame = Int32Array.from([-1, ...data.calls.frame]);
    this.firstChild = new Int32Array(this.count);
    this.nextSibling = new Int32Array(this.count);
    for (let call = this.count - 1; call > 0; --call) {
      this.nextSibling[call] = this.firstChild[this.parent[call]];
      this.firstChild[this.parent[call]] = call;
    }
  }

  /// By frame, the number of its function. Functions of different objects are not one.
  numberFunctions() {
    const known = new Map();
    return this.frames.function.map((name, frame) => {
      const key = `${name} ${this.frames.object[frame]}`;
      if (!known.has(key)) known.set(key, known.size);
      return known.get(key);
    });
  }

  functionOf(frame) { return this.strings[this.frames.function[frame]] || "(no name)"; }

  objectOf(frame) { return this.strings[this.frames.object[frame]]; }

  isInlined(frame) { return this.frames.kind[frame] === inlined; }

  /// `file:line`, or "".
  placeOf(frame) {
    const file = this.strings[this.frames.file[frame]];
    return file && `${file}:${this.frames.line[frame]}`;
  }

  weightless() { return {self: new Float64Array(this.count), total: new Float64Array(this.count)}; }

  /// What a profile has measured of a type, by call: in the call itself, and with what it called.
  weigh(profile, type, scale) {
    const {self, total} = this.weightless();
    const at = profile.types.findIndex((one) => isSameType(one, type));
    // What shrank has no width, so a value below 0 is none.
    if (at >= 0) profile.calls.forEach((call, i) => {
      self[call] += Math.max(0, profile.values[at][i]) * scale;
    });
    total.set(self);
    for (let call = this.count - 1; call > 0; --call) total[this.parent[call]] += total[call];
    return {self, total};
  }

  /// The sum of `weights.self` in and under calls of frames that `matches`, each counted once.
  sumOf(weights, matches) {
    const inside = new Uint8Array(this.count);
    let sum = 0;
    for (let call = 1; call < this.count; ++call) {
      inside[call] = inside[this.parent[call]] || matches(this.frame[call]) ? 1 : 0;
      if (inside[call]) sum += weights.self[call];
    }
    return sum;
  }

  /// Calls `enter` and `leave` on the way through all calls, each inside its caller.
  walk(enter, leave) {
    let call = this.firstChild[0];
    while (call) {
      enter(call);
      if (this.firstChild[call]) {
        call = this.firstChild[call];
        continue;
      }
      leave(call);
      while (call && !this.nextSibling[call]) {
        call = this.parent[call];
        if (call) leave(call);
      }
      call = this.nextSibling[call];
    }
  }
}

function isSameType(one, other) { return one.name === other.name && one.unit === other.unit; }

/// What is drawn of what was measured before and after, by the choice of widths. Without a
/// difference there is no before.
const widthsOf = {
  both: (before, after) => before + after,
  before: (before) => before,
  after: (_, after) => after,
};

/// What the page shows: a type of one profile, or of both sides of a difference, as weights of
/// `before` and `after`.
function measure(calls, profile, type) {
  if (!calls.isDifference) {
    const {operations} = calls.profiles[profile];
    const after = calls.weigh(calls.profiles[profile], type, operations > 0 ? 1 / operations : 1);
    return {unit: type.unit, perOperation: operations > 0, before: calls.weightless(), after};
  }
  const perOperation = calls.profiles.every(({operations}) => operations > 0);
  // Runs of unknown length can be compared by shares of their totals only.
  const [before, after] = calls.profiles.map((one) => {
    if (perOperation) return calls.weigh(one, type, 1 / one.operations);
    const total = calls.weigh(one, type, 1).total[0];
    return calls.weigh(one, type, total > 0 ? 100 / total : 0);
  });
  return {unit: perOperation ? type.unit : "%", perOperation, before, after};
}

/// From nothing to something is 1, from something to nothing -1, no change 0, twice 0.5.
function changeOf(before, after) {
  return before === after ? 0 : (after - before) / Math.max(before, after);
}
