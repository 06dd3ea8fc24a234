// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_constants.hpp"

#include <iterator>

namespace tare::recording {
namespace {

/// Java's modifier `native`.
constexpr int native_modifier = 0x100;

/// Of what stands behind the arguments: ` const`, ` &`, ` [clone .cold]`.
std::size_t end_of_arguments(std::string_view function) {
  const std::size_t end = function.rfind(')');
  return end == std::string_view::npos ? end : end + 1;
}

/// Where the parenthesis that the last one closes is opened.
std::size_t start_of_arguments(std::string_view arguments_last) {
  int depth = 0;
  for (std::size_t i = arguments_last.size(); i-- > 0;) {
    if (arguments_last[i] == ')') ++depth;
    if (arguments_last[i] == '(' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

/// Whether all that is left of a name is behind its arguments.
bool only_qualifies(std::string_view rest) {
  for (const std::string_view word : {" const", " volatile", " &&", " &", " noexcept"}) {
    if (rest.starts_with(word)) rest.remove_prefix(word.size());
  }
  return rest.empty() || rest.starts_with(" [");
}

}  // namespace

std::string without_arguments(std::string_view function) {
  const std::size_t end = end_of_arguments(function);
  if (end == std::string_view::npos || !only_qualifies(function.substr(end)))
    return std::string(function);
  const std::string_view whole = function.substr(0, end);
  const std::size_t start = start_of_arguments(whole);
  // `operator()` alone, and `(anonymous namespace)`, are names.
  if (start == std::string_view::npos || start == 0 || whole.substr(0, start).ends_with("operator"))
    return std::string(function);
  return std::string(whole.substr(0, start));
}

std::uint64_t JfrConstants::add(Pool& pool, std::string identity, std::string bytes, Parts parts) {
  const auto [known, is_new] = pool.keys.try_emplace(std::move(identity), pool.keys.size() + 1);
  if (is_new) pool.constants.push_back({std::move(bytes), std::move(parts)});
  return known->second;
}

std::uint64_t JfrConstants::symbol(std::string_view text) {
  JfrBytes bytes;
  bytes.text(text);
  return add(symbols_, std::string(text), bytes.bytes());
}

std::uint64_t JfrConstants::class_of(std::string_view name, int modifiers) {
  // What begins with a bracket, readers take for an array of Java's.
  const std::uint64_t name_key =
      symbol(name.starts_with('[') ? "_" + std::string(name.substr(1)) : std::string(name));
  JfrBytes bytes;
  bytes.number(0);  // Class loader.
  bytes.number(name_key);
  bytes.number(0);  // Package.
  bytes.number(static_cast<std::uint64_t>(modifiers));
  return add(classes_, bytes.bytes(), bytes.bytes(), {{JfrType::symbol, name_key}});
}

std::uint64_t JfrConstants::class_named(std::string_view name) {
  return name.empty() ? 0 : class_of(name, 0);
}

std::uint64_t JfrConstants::method(const stacks::Frame& frame) {
  const bool own = frame.object.empty();
  const std::uint64_t type = class_of(own ? program_ : frame.object, own ? program_modifiers : 0);
  const std::uint64_t name = symbol(without_arguments(frame.function));
  const std::uint64_t descriptor = symbol("()V");
  JfrBytes bytes;
  bytes.number(type);
  bytes.number(name);
  bytes.number(descriptor);
  bytes.number(native_modifier);
  bytes.byte(0);  // Hidden.
  const std::uint64_t key =
      add(methods_, bytes.bytes() + frame.file, bytes.bytes(),
          {{JfrType::class_, type}, {JfrType::symbol, name}, {JfrType::symbol, descriptor}});
  if (key > files_.size()) files_.push_back(frame.file);
  return key;
}

std::uint64_t JfrConstants::stack(const std::vector<stacks::Frame>& frames) {
  JfrBytes bytes;
  Parts methods;
  bytes.byte(0);  // Truncated.
  bytes.number(frames.size());
  for (const stacks::Frame& frame : frames) {
    methods.emplace_back(JfrType::method, method(frame));
    bytes.number(methods.back().second);
    bytes.number(static_cast<std::uint64_t>(frame.line));
    bytes.number(0);  // Bytecode index.
    bytes.number(static_cast<std::uint64_t>(frame.kind));
  }
  return add(stacks_, bytes.bytes(), bytes.bytes(), std::move(methods));
}

std::uint64_t JfrConstants::thread(std::int64_t os_id, std::string_view name) {
  JfrBytes bytes;
  for (int of_system_and_of_java = 0; of_system_and_of_java < 2; ++of_system_and_of_java) {
    bytes.text(name);
    bytes.number(static_cast<std::uint64_t>(os_id));
  }
  return add(threads_, bytes.bytes(), bytes.bytes());
}

JfrConstants::Pool& JfrConstants::pool(JfrType type) {
  if (type == JfrType::symbol) return symbols_;
  if (type == JfrType::class_) return classes_;
  if (type == JfrType::method) return methods_;
  return type == JfrType::thread ? threads_ : stacks_;
}

void JfrConstants::use(JfrType type, std::uint64_t key) {
  if (key == 0) return;
  Pool& its = pool(type);
  Constant& constant = its.constants[key - 1];
  if (constant.used) return;
  constant.used = true;
  its.used.push_back(key);
  for (const auto& [part, part_key] : constant.parts) use(part, part_key);
}

std::vector<std::pair<std::uint64_t, std::string>> JfrConstants::files() const {
  std::vector<std::pair<std::uint64_t, std::string>> files;
  for (const std::uint64_t key : methods_.used)
    if (!files_[key - 1].empty()) files.emplace_back(key, files_[key - 1]);
  return files;
}

std::string JfrConstants::take_used() {
  JfrBytes out;
  std::uint64_t pools = 2;
  const auto begin = [&](JfrType type, std::size_t entries) {
    out.number(static_cast<std::uint64_t>(type));
    out.number(entries);
  };
  begin(JfrType::frame_type, std::size(frame_type_names));
  for (std::size_t kind = 0; kind < std::size(frame_type_names); ++kind) {
    out.number(kind);
    out.text(frame_type_names[kind]);
  }
  begin(JfrType::thread_state, 1);
  out.number(state_at_work);
  out.text("STATE_DEFAULT");
  using enum JfrType;
  for (const JfrType type : {symbol, class_, method, stack_trace, thread}) {
    Pool& its = pool(type);
    if (its.used.empty()) continue;  // The JDK refuses an empty pool.
    ++pools;
    begin(type, its.used.size());
    for (const std::uint64_t key : its.used) {
      out.number(key);
      out.raw(its.constants[key - 1].bytes);
      its.constants[key - 1].used = false;
    }
    its.used.clear();
  }
  JfrBytes number;
  number.number(pools);
  return number.bytes() + out.bytes();
}

}  // namespace tare::recording
