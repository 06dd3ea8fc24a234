// SPDX-License-Identifier: Apache-2.0
#include "conjure/union.hpp"

#include <optional>

#include "conjure/name_list.hpp"

namespace conjure {

namespace {

// The members of one union, as they come.
class UnionReading {
 public:
  UnionReading(Reader& reader, UnionVariants& variants)
      : reader_(reader), variants_(variants), offset_(reader.offset()) {}

  bool all() {
    if (!reader_.begin_object()) return false;
    // With a third key allowed, the first that is not `type` need not be the value's.
    if (reader_.options().ignore_extra_union_keys && !look_ahead_for_type()) return false;
    std::string_view key;
    while (reader_.next_key(key)) {
      if (!member(key)) return false;
    }
    return reader_.ok() && check_end();
  }

 private:
  bool look_ahead_for_type() {
    const Reader::Mark mark = reader_.mark();
    std::string_view key;
    while (reader_.next_key(key)) {
      if (key == "type") {
        if (!read_type_text()) return false;
        break;
      }
      const std::string name(key);
      if (!reader_.skip_value()) return reader_.in_field(name);
    }
    reader_.rewind(mark);
    return reader_.ok();
  }

  bool read_type_text() {
    std::string_view text;
    if (!reader_.read_text(text)) return reader_.in_field("type");
    type_ = text;
    return true;
  }

  bool member(std::string_view key) {
    const std::size_t offset = reader_.key_offset();
    if (key == "type") {
      if (passed_type_) return reader_.fail_at(ErrorCode::repeated_field, offset, key);
      passed_type_ = true;
      const std::size_t type_offset = reader_.offset();
      if (!read_type_text()) return false;
      return !value_name_ || *value_name_ == *type_ ||
             reader_.fail_at(ErrorCode::union_mismatch, type_offset);
    }
    if (!value_name_ && (!type_ || *type_ == key)) {
      value_name_ = key;
      return variants_.read(reader_, *value_name_) || reader_.in_field(*value_name_);
    }
    if (value_name_ == key) return reader_.fail_at(ErrorCode::repeated_field, offset, key);
    if (!reader_.options().ignore_extra_union_keys) {
      const auto code = value_name_ ? ErrorCode::extra_union_key : ErrorCode::union_mismatch;
      return reader_.fail_at(code, offset, key);
    }
    const std::string name(key);
    extra_.add(key, offset, reader_.borrows(key));
    return reader_.skip_value() || reader_.in_field(name);
  }

  bool check_end() {
    const auto repeated = extra_.take_repeated(0);
    if (repeated && !reader_.options().keep_last_field) {
      return reader_.fail_at(ErrorCode::repeated_field, repeated->offset, repeated->text);
    }
    if (!type_) return reader_.fail_at(ErrorCode::missing_union_type, offset_);
    if (value_name_) return true;
    return (reader_.options().absent_union_value_is_empty && variants_.set_absent(*type_)) ||
           reader_.fail_at(ErrorCode::missing_union_value, offset_, *type_);
  }

  Reader& reader_;
  UnionVariants& variants_;
  std::size_t offset_;
  std::optional<std::string> type_;
  std::optional<std::string> value_name_;
  bool passed_type_ = false;  // type_ may be known before, from looking ahead
  NameList extra_;
};

}  // namespace

bool read_union(Reader& reader, UnionVariants& variants) {
  return UnionReading(reader, variants).all();
}

}  // namespace conjure
