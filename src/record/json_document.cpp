// SPDX-License-Identifier: Apache-2.0
#include "record/json_document.hpp"

#include <algorithm>

namespace tare::json {
namespace {

/// Few members that are plain values.
bool fits_a_line(const Json& object) {
  constexpr std::size_t few = 10;  // JMH's percentiles.
  const auto plain = [](const Json& member) { return member.is_primitive(); };
  return object.size() <= few && std::ranges::all_of(object, plain);
}

/// Refuses what would cost more than it is worth, before anything is built of it: nesting, and
/// objects with more members than can be looked through one by one.
class Gate : public nlohmann::json_sax<Json> {
 public:
  explicit Gate(const ReadLimits& limits) : limits_(limits) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t&) override {
    if (++members_.back() <= limits_.members) return true;
    throw RecordError("an object has more than " + std::to_string(limits_.members) + " members");
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Of the library's text, what is wrong and where; not its own name, nor what the file says.
    std::string what = error.what();
    what.resize(std::min(what.find("; last read"), what.size()));
    constexpr std::string_view before = "parse error at ";
    const auto at = what.find(before);
    throw RecordError(at == std::string::npos
                          ? "byte " + std::to_string(position) + ": the number is too large"
                          : what.substr(at + before.size()));
  }

 private:
  bool enter() {
    members_.push_back(0);
    if (members_.size() <= limits_.depth) return true;
    throw RecordError("nested deeper than " + std::to_string(limits_.depth) + " levels");
  }
  bool leave() {
    members_.pop_back();
    return true;
  }

  ReadLimits limits_;
  std::vector<std::size_t> members_;  ///< Of each object that is open.
};

}  // namespace

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void print(std::string& out, const Json& value, std::size_t indent) {
  const bool array = value.is_array() && !value.empty() && value.front().is_object();
  if (!array && (!value.is_object() || fits_a_line(value))) {
    out += compact(value);
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += array ? '[' : '{';
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    out.append(separator).append(margin);
    if (array) {
      out += compact(item.value());
    } else {
      out.append(compact(item.key())).append(": ");
      print(out, item.value(), indent + 2);
    }
    separator = ",\n";
  }
  out.append("\n").append(indent, ' ') += array ? ']' : '}';
}

Json parse(std::string_view text, const ReadLimits& limits) {
  if (text.size() > limits.bytes) {
    throw RecordError("longer than " + std::to_string(limits.bytes) + " bytes");
  }
  Gate gate(limits);
  Json::sax_parse(text, &gate);
  return Json::parse(text);
}

}  // namespace tare::json
