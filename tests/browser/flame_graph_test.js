// SPDX-License-Identifier: Apache-2.0
// Flame graphs in a real browser, used as people use them: with mouse and keyboard. run_tests.py
// says where the browser, playwright and the pages (write_pages.cpp) are.
"use strict";

const assert = require("node:assert/strict");
const {createRequire} = require("node:module");
const path = require("node:path");
const {after, before, test} = require("node:test");
const {pathToFileURL} = require("node:url");

const {chromium} = createRequire(path.join(process.env.TARE_NODE_FOLDER, "at.js"))("playwright-core");

const work = "shop::work(shop::State&)";
const parse = "shop::Parser<char, shop::Strict>::parse(std::string_view) const";
const grow = "std::vector<shop::Token>::push_back(shop::Token const&)";
const allocate = "operator new(unsigned long)";
const render = "shop::render(shop::Order const&)";
const send = "shop::send(int)";

/// One window for all tests: a browser takes long to make one.
let browser;
let page;
/// What the window has said of errors, and asked the network for.
let complaints = [];

before(async () => {
  browser = await chromium.launch({executablePath: process.env.TARE_BROWSER, args: ["--disable-gpu"]});
  page = await browser.newPage();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
  });
});
after(() => browser.close());

/// Whether no eye could tell: drawing by hardware rounds otherwise than drawing by software.
function isSameColour(one, other) { return one.every((part, i) => Math.abs(part - other[i]) <= 3); }

/// A page, and what tests ask of it.
class Shown {
  static async open(name, {width = 1600, height = 700, scheme = "light"} = {}) {
    const shown = new Shown();
    shown.page = page;
    complaints = [];
    await page.mouse.move(0, 0);
    await page.setViewportSize({width, height});
    await page.emulateMedia({colorScheme: scheme});
    await page.goto(pathToFileURL(path.join(process.env.TARE_PAGES, `${name}.html`)).href);
    return shown;
  }

  text(id) { return this.page.locator(`#${id}`).innerText(); }

  press(keys) { return this.page.keyboard.press(keys); }

  click(name) { return this.page.getByRole("radio", {name, exact: true}).click(); }

  /// Boxes that are drawn: [{name, x, y, width}, …], in CSS pixels of the window.
  boxes() {
    return this.page.evaluate(() => {
      page.graph.draw();
      return page.graph.drawn.flatMap((row) => row.map(({box}) => (
        {name: box.parent ? page.calls.functionOf(box.frame) : "all", ...page.graph.placeOf(box)})));
    });
  }

  async named(name) { return (await this.boxes()).filter((box) => box.name === name); }

  async names() { return (await this.boxes()).map(({name}) => name); }

  /// Moves the pointer to the first box of a name.
  async pointAt(name) {
    const [box] = await this.named(name);
    assert.ok(box, `${name} is not drawn`);
    await this.page.mouse.move(box.x + box.width / 2, box.y + 9);
    return this.text("tip");
  }

  async clickOn(name) {
    await this.pointAt(name);
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async search(text) {
    await this.page.locator("#search").fill(text);
    return this.text("found");
  }

  /// Red, green and blue of the drawn box, right of its name.
  async colourOf(name) {
    const [{x, y, width}] = await this.named(name);
    return this.page.evaluate(([atX, atY]) => {
      const canvas = document.getElementById("canvas");
      const {left, top} = canvas.getBoundingClientRect();
      const pixel = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
      pixel.drawImage(canvas, atX - left, atY - top, 1, 1, 0, 0, 1, 1);
      return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    }, [x + width - 4, y + 3].map(Math.floor));
  }

  rows() {
    return this.page.locator("#body tr").evaluateAll((rows) => rows.map((row) =>
      [...row.cells].map((cell, i, all) => i + 1 < all.length ? cell.innerText
                                                              : cell.querySelector("button").innerText)));
  }
}

function flameTest(title, name, options, check) {
  test(title, async () => {
    try {
      await check(await Shown.open(name, options));
      assert.deepEqual(complaints, []);
    } finally {
      await page.evaluate(() => localStorage.clear());  // What one test chose is not the next one's.
    }
  });
}

flameTest("values are per operation where operations are known", "memory", {}, async (shown) => {
  assert.equal(await shown.text("title"), "Shop.order");
  assert.equal(await shown.page.title(), "Shop.order: flame graph");
  assert.equal(await shown.text("summary"), "alloc: 100 B/op in 3 stacks, of 1,000 operations");
  const [parsed] = await shown.named(parse);
  const [all] = await shown.named("all");
  assert.ok(Math.abs(parsed.width / all.width - 0.8) < 1e-9);
  assert.equal((await shown.named(render)).length, 2, "one in the other");
});

flameTest("what is pointed at is told whole", "memory", {}, async (shown) => {
  const told = await shown.pointAt(grow);
  assert.equal(told, [grow, "/src/shop/order.cpp:41, /src/shop/order.cpp:45", "inlined",
                      "total 80 B/op (80.0%)", "self 0 B/op (0%)"].join("\n"));
  assert.match(await shown.pointAt(allocate), /libstdc\+\+\.so\.6\ntotal 80 B\/op .*\nself 80 B\/op/);
  await shown.page.mouse.move(800, 600);
  assert.ok(await shown.page.locator("#tip").isHidden());
});

flameTest("clicks zoom, and crumbs and Esc lead back", "memory", {}, async (shown) => {
  await shown.clickOn(parse);
  const [all] = await shown.named("all");
  assert.equal((await shown.named(parse))[0].width, all.width);
  assert.deepEqual(await shown.named(render), []);
  assert.equal(await shown.text("crumbs"), "all › __libc_start_main › work › parse");
  await shown.page.getByRole("button", {name: "work", exact: true}).click();
  assert.equal((await shown.named(render)).length, 2);
  assert.equal((await shown.named(work))[0].width, all.width);
  await shown.clickOn(allocate);
  assert.equal(await shown.text("crumbs"), "all › … › parse › push_back › operator new");
  await shown.press("Escape");
  assert.equal((await shown.named(render)).length, 2);
  assert.equal(await shown.text("crumbs"), "Click a box to zoom to it.");
});

flameTest("a search finds text and expressions, and adds stacks up once", "memory", {}, async (shown) => {
  assert.equal(await shown.search("render"), "matched: 20.0% (20 B/op)", "though it calls itself");
  assert.equal(await shown.search("push_back|render"), "matched: 100% (100 B/op)");
  assert.equal(await shown.search("PARSE"), "no function matches");
  assert.equal(await shown.search("Parser"), "matched: 80.0% (80 B/op)");
  assert.equal(await shown.search("parser"), "matched: 80.0% (80 B/op)");
  assert.equal(await shown.search("push_back(shop::Token const&)"), "matched: 80.0% (80 B/op)", "as text");
  assert.equal(await shown.search("work("), "matched: 100% (100 B/op)", "no expression");
  assert.equal(await shown.search("^shop::w"), "matched: 100% (100 B/op)");
  const plain = await shown.colourOf(render);
  await shown.search("render");
  assert.ok(!isSameColour(await shown.colourOf(render), plain));
  await shown.press("Escape");
  assert.equal(await shown.text("found"), "");
  assert.ok(isSameColour(await shown.colourOf(render), plain));
});

flameTest("types of values are to choose from", "memory", {}, async (shown) => {
  await shown.click("allocations");
  assert.equal(await shown.text("summary"), "allocations: 4 #/op in 3 stacks, of 1,000 operations");
  assert.match(await shown.pointAt(parse), /total 3 #\/op \(75\.0%\)/);
  await shown.press("v");
  assert.equal(await shown.text("summary"), "retained: 20 B/op in 3 stacks, of 1,000 operations");
  assert.deepEqual(await shown.named(parse), [], "nothing of it is retained");
});

flameTest("keys go from box to box", "memory", {}, async (shown) => {
  const spoken = () => shown.text("spoken");
  await shown.press("ArrowDown");
  assert.match(await spoken(), /^all/);
  for (let i = 0; i < 3; ++i) await shown.press("ArrowDown");
  assert.ok((await spoken()).startsWith(parse));
  await shown.press("ArrowRight");
  assert.ok((await spoken()).startsWith(render));
  await shown.press("ArrowRight");
  assert.ok((await spoken()).startsWith(render), "there is none farther right");
  await shown.press("Enter");
  assert.deepEqual(await shown.named(parse), []);
  await shown.press("ArrowUp");
  assert.ok((await spoken()).startsWith(work));
  await shown.press("ArrowDown");
  assert.ok((await spoken()).startsWith(render));
  await shown.press("Escape");
  assert.equal((await shown.named(parse)).length, 1);
  await shown.press("/");
  await shown.page.keyboard.type("tcv?");
  assert.equal(await shown.text("found"), "no function matches", "letters are no keys there");
  await shown.press("Escape");
  await shown.press("?");
  assert.ok(await shown.page.locator("#keys").isVisible());
  await shown.press("Escape");
  assert.ok(await shown.page.locator("#keys").isHidden());
});

flameTest("the name pointed at is copied", "memory", {}, async (shown) => {
  await shown.page.context().grantPermissions(["clipboard-read"]);
  await shown.pointAt(parse);
  await shown.press("Control+c");
  assert.equal(await shown.page.evaluate(() => navigator.clipboard.readText()), parse);
});

flameTest("the table has each function once, and leads to the graph", "memory", {}, async (shown) => {
  await shown.click("Functions");
  assert.deepEqual(await shown.rows(), [
    ["100 B/op 100%", "100 B/op 100%", allocate], ["0 B/op 0%", "100 B/op 100%", "__libc_start_main"],
    ["0 B/op 0%", "100 B/op 100%", work], ["0 B/op 0%", "80 B/op 80.0%", parse],
    ["0 B/op 0%", "80 B/op 80.0%", grow], ["0 B/op 0%", "20 B/op 20.0%", render],
  ]);
  await shown.page.getByRole("button", {name: "function", exact: true}).click();
  assert.deepEqual((await shown.rows()).map((row) => row.at(-1)),
                   ["__libc_start_main", allocate, parse, render, work, grow]);
  await shown.search("render");
  assert.deepEqual((await shown.rows())[0].at(-1), render, "what is searched for is first");
  await shown.page.getByRole("button", {name: parse, exact: true}).click();
  assert.ok(await shown.page.locator("#graph").isVisible());
  assert.equal(await shown.text("found"), "matched: 80.0% (80 B/op)");
});

flameTest("callers stand under what costs", "memory", {}, async (shown) => {
  await shown.press("c");
  assert.deepEqual(await shown.names(), [
    "all", allocate, grow, render, parse, render, work, work, "__libc_start_main", "__libc_start_main",
  ], "row by row");
  assert.match(await shown.pointAt(grow), /total 80 B\/op \(80\.0%\)\nself 0 B\/op/);
  assert.match(await shown.pointAt(allocate), /self 100 B\/op/);
});

flameTest("lines of a function can be told apart", "memory", {}, async (shown) => {
  assert.equal((await shown.named(grow)).length, 1);
  await shown.press("l");
  const lines = await shown.named(grow);
  assert.equal(lines.length, 2);
  assert.ok(Math.abs(lines[0].width / lines[1].width - 4) < 0.01);
});

flameTest("roots stand above, or below, as they did on the last page", "memory", {}, async (shown) => {
  const rootIsAbove = async () => (await shown.named("all"))[0].y < (await shown.named(work))[0].y;
  assert.ok(await rootIsAbove());
  await shown.press("i");
  assert.ok(!await rootIsAbove());
  assert.match(await shown.pointAt(work), /^shop::work/);
  await shown.page.reload();
  assert.ok(!await rootIsAbove());
});

flameTest("inlined functions and those of the kernel are marked", "several", {}, async (shown) => {
  assert.match(await shown.text("legend"), /inlined \(in italics\)\s+native\s+C\+\+\s+kernel/);
  const colours = [];
  for (const name of [work, grow, "do_user_addr_fault", "__libc_start_main"])
    colours.push(await shown.colourOf(name));
  colours.forEach((colour, i) => {
    assert.ok(!colours.slice(0, i).some((other) => isSameColour(colour, other)), colours.join(" "));
  });
});

flameTest("profiles are to choose from", "several", {}, async (shown) => {
  assert.equal(await shown.text("summary"), "cpu: 100 ms in 3 stacks");
  assert.ok(await shown.page.locator("#types").isHidden());
  await shown.page.locator("#profile").selectOption("second");
  assert.equal(await shown.text("summary"), "alloc: 100 B/op in 3 stacks, of 1,000 operations");
  await shown.click("retained");
  await shown.page.locator("#profile").selectOption("first");
  assert.equal(await shown.text("summary"), "cpu: 100 ms in 3 stacks");
});

flameTest("profiles of one case are told apart by what was measured", "case", {}, async (shown) => {
  assert.equal(await shown.text("title"), "Shop.order");
  await shown.page.locator("#profile").selectOption("alloc, allocations, retained");
  assert.equal(await shown.text("summary"), "alloc: 100 B/op in 3 stacks, of 1,000 operations");
});

flameTest("a page without stacks says so", "empty", {}, async (shown) => {
  assert.equal(await shown.text("nothing"), "No stacks were recorded.");
  for (const key of ["ArrowDown", "Enter", "t", "c", "l", "i", "v", "b", "Escape"]) await shown.press(key);
  assert.equal(await shown.text("nothing"), "No stacks were recorded.");
});

flameTest("a page without profiles says so", "none", {}, async (shown) => {
  assert.equal(await shown.text("nothing"), "No stacks were recorded.");
  for (const key of ["ArrowDown", "Enter", "t", "c", "l", "i", "v", "b", "Escape"]) await shown.press(key);
  assert.equal(await shown.text("title"), "Flame graph");
});

flameTest("differences are per operation, red for more and blue for less", "difference", {}, async (shown) => {
  assert.equal(await shown.text("summary"), "alloc: 100 B/op → 60 B/op: 40 B/op less (−40.0%)");
  assert.match(await shown.pointAt(parse), /total 80 B\/op → 40 B\/op: 40 B\/op less \(−50\.0%\)/);
  assert.match(await shown.pointAt(render), /total 20 B\/op → 0 B\/op: 20 B\/op, gone/);
  assert.match(await shown.pointAt(send), /total 0 B\/op → 20 B\/op: 20 B\/op, new/);
  const [red, , blue] = await shown.colourOf(send);
  assert.ok(red > blue + 50, `${red} ${blue}`);
  const [less, , more] = await shown.colourOf(render);
  assert.ok(more > less + 50, `${less} ${more}`);
  assert.equal(await shown.search("render"), "matched: 20.0% (20 B/op) before, 0% (0 B/op) after");
});

flameTest("widths are those of both sides, or of one", "difference", {}, async (shown) => {
  assert.equal(await shown.text("note"), "Widths are those of before and after together.");
  const share = async (name) => ((await shown.named(name))[0]?.width ?? 0) / (await shown.named("all"))[0].width;
  assert.ok(Math.abs(await share(parse) - 120 / 160) < 1e-9);
  await shown.click("Before");
  assert.ok(Math.abs(await share(parse) - 0.8) < 1e-9);
  assert.equal(await share(send), 0);
  await shown.press("b");
  assert.equal(await shown.text("note"), "Widths are those after.");
  assert.ok(Math.abs(await share(parse) - 2 / 3) < 1e-9);
  assert.equal(await share(render), 0);
});

flameTest("a type of one side alone is compared with nothing", "difference", {}, async (shown) => {
  await shown.click("retained");
  assert.equal(await shown.text("summary"), "retained: 20 B/op → 0 B/op: 20 B/op, gone");
});

flameTest("the table tells changes, too", "difference", {}, async (shown) => {
  await shown.press("t");
  const [first] = await shown.rows();
  assert.deepEqual(first, ["−40 B/op", "−40 B/op", "100 B/op", "60 B/op 100%", allocate]);
  const row = (await shown.rows()).find((one) => one.at(-1) === send);
  assert.deepEqual(row, ["0", "+20 B/op", "0 B/op", "20 B/op 33.3%", send]);
});

flameTest("without operations, shares are compared", "shares", {}, async (shown) => {
  assert.equal(await shown.text("summary"), "cpu, as shares of each side's total");
  assert.match(await shown.pointAt(render), /total 20\.0% → 75\.0%: 55\.0% more \(\+275\.0%\)/);
  assert.match(await shown.pointAt(grow), /total 30\.0% → 0%: 30\.0%, gone/);
});

flameTest("names are text, whatever is in them", "hostile", {}, async (shown) => {
  assert.equal(await shown.text("title"), `</title><b>"&amp;'</b>`);
  assert.equal(await shown.page.evaluate(() => window.broken), undefined);
  const names = await shown.names();
  assert.ok(names.includes("</script><script>window.broken = 1</script>"));
  assert.ok(names.includes(`<!--<img src=x onerror='window.broken = 2'>&lt;"`));
  assert.ok(names.includes("latin \ufffd \ufffd\ufffd and \ufffd"));
  assert.ok(names.includes("nul \0 line\n\x1b[31m PROFILES_GO_HERE"));
  assert.ok(names.includes("(no name)"));
  for (const name of new Set(names)) await shown.pointAt(name);
  await shown.press("t");
  assert.equal((await shown.rows()).length, 9);
  const wide = await shown.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0);
});

flameTest("a hundred thousand stacks cost what is seen of them", "large", {}, async (shown) => {
  assert.equal(await shown.text("summary"), "cpu: 399,995 in 100,000 stacks");
  const boxes = await shown.boxes();
  assert.ok(boxes.length > 100 && boxes.length < 50_000, `${boxes.length} boxes`);
  assert.ok(boxes.every(({width}) => width >= 0.5));
  assert.match(await shown.search("function_1\\("), /^matched: \d/);
  await shown.press("Escape");
  await shown.press("c");
  assert.ok((await shown.boxes()).length < 50_000);
  await shown.press("t");
  assert.equal((await shown.rows()).length, 500);
  assert.match(await shown.text("more"), /^and [\d,]+ more functions/);
});

flameTest("thousands of calls in each other can be scrolled through", "deep", {}, async (shown) => {
  assert.equal((await shown.boxes()).length, 3001);
  const deepest = async () => (await shown.named("recurse_2999"))[0];
  assert.ok((await deepest()).y > 700);
  await shown.page.mouse.move(800, 400);
  await shown.page.mouse.wheel(0, 100_000);
  await shown.page.waitForFunction(() => page.graph.scroller.scrollTop > 50_000);
  assert.ok((await deepest()).y < 700);
  assert.match(await shown.pointAt("recurse_2999"), /self 1 \(100%\)/);
  await shown.clickOn("recurse_2999");
  assert.equal(await shown.text("crumbs"), "all › … › recurse_2997 › recurse_2998 › recurse_2999");
  await shown.press("Escape");
  assert.ok((await shown.named("all"))[0].y > 0, "the root is in sight again");
  await shown.press("i");
  const [root] = await shown.named("all");
  assert.ok(root.y > 500 && root.y < 700, "and stands below");
});

for (const scheme of ["light", "dark"]) {
  flameTest(`letters can be read on every colour (${scheme})`, "memory", {scheme}, async (shown) => {
    const least = await shown.page.evaluate(() => {
      const context = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
      const luminance = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrast = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
      };
      const style = getComputedStyle(document.documentElement);
      const of = (name) => style.getPropertyValue(`--${name}`);
      const pairs = ["quiet", "accent", "mark", "more", "less"].map((name) => [of(name), of("page")]);
      for (const shade of [0, 0.5, 1])
        for (const kind of kinds.keys()) pairs.push([of("ink"), kindColour(kind, shade, page.isDark)]);
      for (const change of [-1, -0.5, -0.1, 0, 0.1, 0.5, 1])
        pairs.push([of("ink"), changeColour(change, page.isDark)]);
      return Math.min(...pairs.map(([one, other]) => contrast(one, other)));
    });
    assert.ok(least >= 4.5, `${least}: WCAG 2.2, 1.4.3, demands 4.5`);
  });
}

flameTest("dark and light follow the system until they are chosen", "memory", {scheme: "dark"}, async (shown) => {
  const background = () => shown.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  const box = await shown.colourOf(work);
  await shown.page.emulateMedia({colorScheme: "light"});
  const light = await background();
  assert.notEqual(light, dark);
  assert.ok(!isSameColour(await shown.colourOf(work), box));
  await shown.page.getByRole("button", {name: "Light or dark"}).click();
  assert.equal(await background(), dark);
  assert.ok(isSameColour(await shown.colourOf(work), box));
  await shown.page.reload();
  assert.equal(await background(), dark, "the choice is kept");
});

for (const name of ["memory", "several", "empty", "difference", "hostile"]) {
  flameTest(`a narrow window holds ${name}`, name, {width: 400, height: 640}, async (shown) => {
    const isWithin = () => shown.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await isWithin());
    await shown.press("t");
    assert.ok(await isWithin());
  });
}
