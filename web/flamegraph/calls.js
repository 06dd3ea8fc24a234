// SPDX-License-Identifier: Apache-2.0
// The profiles of the page: a tree of calls that all of them share, and what each has measured in
// which call. Calls are numbered from 1, parents before children; 0 is the root, which is no call.
"use strict";

class Calls {
  constructor(data) {
    this.title = data.title;
    this.isDifference = data.difference;  // Of profiles[0], before, and profiles[1], after.
    this.profiles = data.profiles;
    this.strings = data.strings;
    this.frames = data.frames;
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

  functionOf(frame) { return this.strings[this.frames.function[frame]]; }

  objectOf(frame) { return this.strings[this.frames.object[frame]]; }

  /// `file:line`, or "".
  placeOf(frame) {
    const file = this.strings[this.frames.file[frame]];
    return file && `${file}:${this.frames.line[frame]}`;
  }

  /// What a profile has measured of a type, by call: in the call itself, and with what it called.
  weigh(profile, type, scale) {
    const self = new Float64Array(this.count);
    const at = profile.types.findIndex(({name, unit}) => name === type.name && unit === type.unit);
    // What shrank has no width, so a value below 0 is none.
    if (at >= 0) profile.calls.forEach((call, i) => {
      self[call] += Math.max(0, profile.values[at][i]) * scale;
    });
    const total = Float64Array.from(self);
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

/// What the page shows: one type of one profile, or of both sides of a difference. `value` are the
/// weights that widths are of, `other` those of the other side, if there is one.
function measure(calls, choice) {
  const {isDifference, profiles} = calls;
  const type = choice.type;
  if (!isDifference) {
    const profile = profiles[choice.profile];
    const perOperation = profile.operations > 0;
    return {
      type, unit: type.unit, perOperation, operations: profile.operations,
      value: calls.weigh(profile, type, perOperation ? 1 / profile.operations : 1), other: null,
    };
  }
  const perOperation = profiles.every(({operations}) => operations > 0);
  // Runs of unknown length can be compared by shares of their totals only.
  const [before, after] = profiles.map((profile) => {
    if (perOperation) return calls.weigh(profile, type, 1 / profile.operations);
    const total = calls.weigh(profile, type, 1).total[0];
    return calls.weigh(profile, type, total > 0 ? 100 / total : 0);
  });
  const isBefore = choice.side === "before";
  return {
    type, unit: perOperation ? type.unit : "%", perOperation, before, after,
    value: isBefore ? before : after, other: isBefore ? after : before,
  };
}

/// From nothing to something is 1, from something to nothing -1, no change 0, twice 0.5.
function changeOf(before, after) {
  return before === after ? 0 : (after - before) / Math.max(before, after);
}
