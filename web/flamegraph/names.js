// SPDX-License-Identifier: Apache-2.0
// How functions and figures are spelled.
"use strict";

/// Names of operators hold brackets that are none.
const operatorName = /operator(?:\(\)|->\*?|<=>|[<>]{1,2}=?)/y;

/// `text` without what stands between the brackets `open` and `close`, which may be nested. Brackets
/// that do not pair are left as they are.
function withoutBrackets(text, open, close) {
  let depth = 0;
  let kept = "";
  for (let i = 0; i < text.length; ++i) {
    operatorName.lastIndex = i;
    const [symbol] = operatorName.exec(text) ?? [text[i]];
    if (symbol === open) ++depth;
    else if (symbol === close && depth > 0) --depth;
    else if (depth === 0) kept += symbol;
    i += symbol.length - 1;
  }
  return depth === 0 ? kept : text;
}

/// Longer names are cut somewhere anyway.
const mostToShorten = 2000;
/// Packages, classes and a method.
const javaName = /^[\w$]+([./][\w$<>]+){2,}$/;

/// Spellings of a function's name, each shorter than the one before: as it is, without parameters,
/// without template arguments and what it returns, with its last scope alone, without any.
function spellingsOf(name) {
  if (name.length > mostToShorten) return [name];
  let bare = name;
  let scopes;
  if (javaName.test(name)) {
    scopes = name.split(/[./]/);
  } else {
    const anonymous = name.replaceAll("(anonymous namespace)", "{anonymous}");
    bare = withoutBrackets(anonymous, "(", ")").replace(/( const| \[clone .*\])+$/, "");
    const plain = withoutBrackets(bare, "<", ">");
    const symbol = plain.search(/\boperator\b/);
    scopes = plain.slice(plain.lastIndexOf(" ", symbol < 0 ? plain.length : symbol) + 1).split("::");
  }
  const joint = bare.includes("::") ? "::" : ".";
  return [name, bare, scopes.join(joint), scopes.slice(-2).join(joint), scopes.at(-1)]
      .filter((spelling, i, all) => i === 0 || (spelling && spelling.length < all[i - 1].length));
}

const grouped = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});
const fourDigits = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 4});
const threeDigits = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 3});

/// `0`, `0.00123`, `1.234`, `123.4`, `12,345`.
function numberText(value) {
  const size = Math.abs(value);
  if (size < 1) return threeDigits.format(value);
  return (size < 1000 ? fourDigits : grouped).format(value);
}

/// `1 stack`, `2 stacks`.
function counted(count, thing) { return `${grouped.format(count)} ${thing}${count === 1 ? "" : "s"}`; }

function scaled(value, steps, names) {
  let i = 0;
  while (i + 1 < names.length && Math.abs(value) >= steps) {
    value /= steps;
    ++i;
  }
  return `${numberText(value)} ${names[i]}`;
}

/// `101 B/op`, `3 #/op`, `1.25 ms`, `12.3%`. Bytes are spelled out up to a million: they are exact,
/// and people know them by their digits.
function valueText(value, measured) {
  const per = measured.perOperation ? "/op" : "";
  switch (measured.unit) {
    case "%": return percentText(value / 100);
    case "bytes":
      if (Math.abs(value) < 1e6) return `${numberText(value)} B${per}`;
      return scaled(value / 1024, 1024, ["KiB", "MiB", "GiB", "TiB"]) + per;
    case "nanoseconds": return scaled(value, 1000, ["ns", "µs", "ms", "s"]) + per;
    case "count": return per ? `${numberText(value)} #${per}` : numberText(value);
    default: return `${numberText(value)} ${measured.unit}${per}`;
  }
}

function percentText(share) {
  const percent = share * 100;
  const size = Math.abs(percent);
  if (size === 0) return "0%";
  if (size === 100) return `${percent}%`;
  if (size < 0.01) return percent < 0 ? ">-0.01%" : "<0.01%";
  return `${percent.toFixed(size < 10 ? 2 : 1)}%`;
}

/// `+12 B/op`, `−12 B/op`; `0` is no change.
function signedText(change, measured) {
  if (change === 0) return "0";
  return (change > 0 ? "+" : "−") + valueText(Math.abs(change), measured);
}

/// `12 B/op more (+3.45%)`, `12 B/op less (−3.45%)`, `12 B/op, new`, `12 B/op, gone`.
function changeText(before, after, measured) {
  if (before === after) return "no change";
  const much = valueText(Math.abs(after - before), measured);
  if (before === 0) return `${much}, new`;
  if (after === 0) return `${much}, gone`;
  const [word, sign] = after > before ? ["more", "+"] : ["less", "−"];
  return `${much} ${word} (${sign}${percentText(Math.abs(after - before) / before)})`;
}

/// Nobody reads more, and no screen has room for it.
const mostLetters = 1000;

/// Without the middle of what is very long.
function cutText(text) {
  if (text.length <= mostLetters) return text;
  const half = mostLetters / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}
