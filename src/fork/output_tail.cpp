// SPDX-License-Identifier: Apache-2.0
#include "fork/output_tail.hpp"

namespace tare::fork {

void OutputTail::feed(std::string_view bytes) {
  for (const char c : bytes) {
    if (c == '\n')
      end_line();
    else if (open_.size() < most_line_bytes)
      open_ += c;
  }
}

void OutputTail::end_line() {
  lines_.push_back(std::move(open_));
  open_.clear();
  if (lines_.size() > most_lines) lines_.pop_front();
}

std::vector<std::string> OutputTail::lines() const {
  std::vector<std::string> all(lines_.begin(), lines_.end());
  if (!open_.empty()) all.push_back(open_);
  if (all.size() > most_lines) all.erase(all.begin());
  return all;
}

}  // namespace tare::fork
