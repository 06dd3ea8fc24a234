// SPDX-License-Identifier: Apache-2.0
// An operation of each benchmark, by either API, on whatever takes requests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tarantool/conditions.hpp>
#include <tarantool/crud_reply.hpp>
#include <tarantool/crud_request.hpp>
#include <tarantool/event_loop.hpp>
#include <tarantool/request.hpp>
#include <tarantool/sender.hpp>
#include <type_traits>
#include <utility>

#include "load.hpp"
#include "rows.hpp"
#include "target.hpp"

namespace suite {

/// Where records of a space come to, again and again.
template <class Row>
struct Place {
  Row row;
  tarantool::crud::RowReader<Row> reader;  ///< Knows a router's metadata again.
};

/// Of each connection, since connections may be on threads of their own.
struct Records {
  Place<TestSpace> test;
  Place<Profile> profile;
};

/// What is wrong with a record that was read; empty: nothing.
std::string failure_of(const tarantool::Result<bool>& found);

class Operations {
 public:
  /// Asks for what has to be known before, which are the numbers of spaces. Runs the loop
  /// meanwhile.
  void prepare(tarantool::EventLoop& loop, tarantool::Sender& sender, const Target& target,
               Api api);

  /// Reads a record of either space, which `drawn` says. done(Result<bool>): false where it is not
  /// the one that was asked for. `records` must be there until then.
  template <class F>
  void read(tarantool::Sender& sender, Records& records, std::uint64_t drawn, F done) const {
    // The coin is a bit that the key does not depend on.
    if ((drawn >> 63U) != 0)
      read_into(sender, records.test, key_of(drawn), std::move(done));
    else
      read_into(sender, records.profile, key_of(drawn), std::move(done));
  }

  /// Of a record that is to be written: routers reckon it, an instance has to be told one.
  std::optional<std::uint64_t> bucket_of(std::uint64_t key) const {
    if (is_sharded_) return std::nullopt;
    return key % buckets + 1;
  }

  /// Writes a record. done(Result<bool>): false where another comes back. It comes to `stored`,
  /// which must be there until then.
  template <class Row, class F>
  void write(tarantool::Sender& sender, const Row& row, Place<Row>& stored, F done) const {
    const std::uint64_t key = is_real_ ? suite::key_of(row) : first_key;
    if (api_ == Api::call)
      send(sender, tarantool::call("custom_crud_insert_one_record", Row::space, row), is_sharded_,
           stored, key, std::move(done));
    else if (is_sharded_)
      send(sender, tarantool::crud::insert(Row::space, row, no_options()), true, stored, key,
           std::move(done));
    else
      send(sender, tarantool::insert(number_of<Row>(), row), false, stored, key, std::move(done));
  }

 private:
  std::uint64_t key_of(std::uint64_t drawn) const {
    return is_real_ ? first_key + (drawn >> 8U) % records : first_key;
  }
  template <class Row>
  std::uint32_t number_of() const {
    return std::is_same_v<Row, TestSpace> ? test_space_ : profile_;
  }

  template <class Row, class F>
  void read_into(tarantool::Sender& sender, Place<Row>& place, std::uint64_t key, F done) const {
    if (api_ == Api::call)
      send(sender, tarantool::call("custom_crud_get_one_record", Row::space, key), false, place,
           key, std::move(done));
    else if (is_sharded_)
      send(sender,
           tarantool::crud::select(
               Row::space, tarantool::args(tarantool::eq(Row::primary, tarantool::args(key))),
               all_rows()),
           true, place, key, std::move(done));
    else
      send(sender, tarantool::select(number_of<Row>(), key), false, place, key, std::move(done));
  }

  /// `is_router_s`: the answer has the form of crud's.
  template <class R, class Row, class F>
  static void send(tarantool::Sender& sender, const R& request, bool is_router_s, Place<Row>& place,
                   std::uint64_t key, F done) {
    const auto read = [is_router_s, &place, key,
                       done = std::move(done)](const tarantool::Reply& reply) {
      tarantool::Result<bool> found =
          is_router_s ? tarantool::crud::first_into(reply, place.row, place.reader)
                      : reply.first_into(place.row);
      if (found && *found) *found = suite::key_of(place.row) == key;
      done(std::move(found));
    };
    sender.send(request, read);
  }

  static const tarantool::CrudOptions& no_options();
  /// As many as the original asks for: all that there are.
  static const tarantool::CrudOptions& all_rows();

  bool is_real_ = true;  // Not the stand-in, which has one record.
  bool is_sharded_ = false;
  Api api_ = Api::call;
  std::uint32_t test_space_ = 0;
  std::uint32_t profile_ = 0;
};

}  // namespace suite
