// SPDX-License-Identifier: Apache-2.0
#include "documents.hpp"

namespace suite {

std::string text_of(Document document) {
  if (document == Document::no_map) return "{}";
  std::string text = R"({"map":{)";
  for (std::size_t i = 1; i <= entries_of(document); ++i) {
    const std::string number = std::to_string(i);
    if (i > 1) text += ',';
    text.append(R"("key)").append(number).append(R"(":"value)").append(number).append("\"");
  }
  return text + "}}";
}

std::size_t entries_of(Document document) {
  return document == Document::no_map ? 0 : static_cast<std::size_t>(document);
}

}  // namespace suite
