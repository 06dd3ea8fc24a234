// SPDX-License-Identifier: Apache-2.0
// Writes the flame graphs that tests look at in a browser into the folder it is told.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "stacks/flame_graph.hpp"

namespace {

using namespace std::string_literals;
using tare::stacks::Frame;
using tare::stacks::FrameKind;
using tare::stacks::StackProfile;
using tare::stacks::StackProfileBuilder;

constexpr std::uint64_t operations = 1000;

Frame at(std::string function, int line, FrameKind kind = FrameKind::cpp) {
  return {std::move(function), "/src/shop/order.cpp", line, "", kind};
}

const Frame start{"__libc_start_main", "", 0, "libc.so.6", FrameKind::native};
const Frame work = at("shop::work(shop::State&)", 20);
const Frame parse = at("shop::Parser<char, shop::Strict>::parse(std::string_view) const", 30);
const Frame grow =
    at("std::vector<shop::Token>::push_back(shop::Token const&)", 41, FrameKind::inlined);
const Frame grow_elsewhere = at(grow.function, 45, FrameKind::inlined);
const Frame allocate{"operator new(unsigned long)", "", 0, "libstdc++.so.6", FrameKind::native};
const Frame render = at("shop::render(shop::Order const&)", 60);
const Frame fault{"do_user_addr_fault", "", 0, "[kernel]", FrameKind::kernel};

/// Bytes and numbers of an allocation of each operation. `render` calls itself.
StackProfile memory(std::string title) {
  StackProfileBuilder builder(
      std::move(title), {{"alloc", "bytes"}, {"allocations", "count"}, {"retained", "bytes"}});
  builder.add({allocate, grow, parse, work, start}, {64'000, 2'000, 0});
  builder.add({allocate, grow_elsewhere, parse, work, start}, {16'000, 1'000, 0});
  builder.add({allocate, render, render, work, start}, {20'000, 1'000, 20'000});
  StackProfile profile = builder.take();
  profile.operations = operations;
  return profile;
}

StackProfile processor(std::string title) {
  StackProfileBuilder builder(std::move(title), {{"cpu", "nanoseconds"}});
  builder.add({grow, parse, work, start}, {30'000'000});
  builder.add({parse, work, start}, {50'000'000});
  builder.add({fault, render, work, start}, {20'000'000});
  return builder.take();
}

/// After `memory`: `parse` allocates half of it, `render` nothing, and `send` is new.
StackProfile memory_later() {
  StackProfileBuilder builder("Shop.order", {{"alloc", "bytes"}, {"allocations", "count"}});
  builder.add({allocate, grow, parse, work, start}, {64'000, 2'000});
  builder.add({allocate, grow_elsewhere, parse, work, start}, {16'000, 1'000});
  builder.add({allocate, at("shop::send(int)", 70), work, start}, {40'000, 1'000});
  StackProfile profile = builder.take();
  profile.operations = 2 * operations;
  return profile;
}

StackProfile processor_later() {
  StackProfileBuilder builder("Shop.order", {{"cpu", "nanoseconds"}});
  builder.add({parse, work, start}, {50'000'000});
  builder.add({fault, render, work, start}, {150'000'000});
  return builder.take();
}

/// Names that would end a script, are markup, are no UTF-8, or never end.
StackProfile hostile() {
  constexpr std::size_t letters = 10'000;
  const std::string title = R"(</title><b>"&amp;'</b>)";
  StackProfileBuilder builder(title, {{"cpu", "count"}});
  std::string deep;
  while (deep.size() < letters) deep += "wrap<std::pair<int, ";
  builder.add({at("</script><script>window.broken = 1</script>", 1)}, {10});
  builder.add({at("<!--<img src=x onerror='window.broken = 2'>&lt;\"", 2)}, {9});
  builder.add({at("latin \xe9 \xff\xfe and \xe2\x82", 3)}, {8});
  builder.add({at(deep, 4), at("caller<" + std::string(letters, 'x') + ">()", 5)}, {7});
  builder.add({at("nul \0 line\n\x1b[31m PROFILES_GO_HERE"s, 6)}, {6});
  builder.add({at("bool operator<(A<(B)0> const&, int)", 7), at("operator()", 8)}, {5});
  builder.add({at("", 9)}, {4});
  return builder.take();
}

/// 100,000 different stacks of 5,000 functions.
StackProfile large() {
  constexpr int stacks = 100'000;
  constexpr std::uint64_t functions = 5'000;
  constexpr std::uint32_t depth = 20;
  StackProfileBuilder builder("Many stacks", {{"cpu", "count"}});
  std::uint32_t random = 1;
  for (int i = 0; i < stacks; ++i) {
    std::vector<Frame> frames;
    for (std::uint32_t j = 0; j < depth; ++j) {
      // Numerical Recipes' generator: the same stacks everywhere. Some functions are called much
      // more often, and outer ones are few.
      random = random * 1664525 + 1013904223;
      const std::uint64_t share = random >> 22;  // Of 1024.
      const std::uint64_t choices = functions >> (10 * j / depth);
      const std::uint64_t function = (choices * share * share * share) >> 30;
      frames.push_back(at("ns::function_" + std::to_string(function) + "(int)", 1));
    }
    builder.add(frames, {1 + i % 7});
  }
  return builder.take();
}

StackProfile deep() {
  constexpr int depth = 3'000;
  StackProfileBuilder builder("Deep", {{"cpu", "count"}});
  std::vector<Frame> frames;
  for (int i = depth; i-- > 0;) frames.push_back(at("recurse_" + std::to_string(i), 1));
  builder.add(frames, {1});
  return builder.take();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_pages FOLDER\n", stderr);
    return 2;
  }
  using tare::stacks::flame_graph_difference_html;
  using tare::stacks::flame_graph_html;
  const std::filesystem::path folder = argv[1];
  bool written = true;
  const auto write = [&](const char* name, const std::string& page) {
    std::ofstream file(folder / name, std::ios::binary);
    file << page;
    written = file.flush().good() && written;
  };
  write("memory.html", flame_graph_html({memory("Shop.order")}));
  write("several.html", flame_graph_html({processor("first"), memory("second")}));
  write("case.html", flame_graph_html({processor("Shop.order"), memory("Shop.order")}));
  write("empty.html",
        flame_graph_html({StackProfileBuilder("Nothing", {{"cpu", "count"}}).take()}));
  write("none.html", flame_graph_html({}));
  write("difference.html", flame_graph_difference_html(memory("Shop.order"), memory_later()));
  write("shares.html", flame_graph_difference_html(processor("Shop.order"), processor_later()));
  write("hostile.html", flame_graph_html({hostile()}));
  write("deep.html", flame_graph_html({deep()}));
  write("large.html", flame_graph_html({large()}));
  return written ? 0 : 1;
}
