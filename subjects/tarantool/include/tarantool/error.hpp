// SPDX-License-Identifier: Apache-2.0
// What can go wrong, as a value: nothing here throws because a server answers with an error.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tarantool {

/// Where a failure comes from.
enum class Cause : std::uint8_t {
  server,      ///< The server's answer is an error: Error::code is its number (ER_*).
  router,      ///< A router's call returned an error as a value: Error::class_name tells which.
  network,     ///< The connection could not be made, or was lost. The request may have been done.
  timeout,     ///< No answer within the request's time. It may have been done.
  cancelled,   ///< The caller gave it up, or closed its sender. It may have been done.
  overloaded,  ///< More in flight, or unsent, than the limits allow. It was not sent.
  closed,      ///< There is no open connection to send it on. It was not sent.
  protocol,    ///< Bytes that are not IPROTO came, or more than the limits allow.
  type,        ///< The answer does not fit the type that it was to be read as, or a value of the
               ///< request cannot be written.
};

/// One entry of a server's error stack: an error, and after it what caused it.
struct ErrorFrame {
  std::string type;  ///< As "ClientError".
  std::string file;  ///< Of the server's source.
  std::uint64_t line = 0;
  std::string message;
  std::uint64_t system_errno = 0;             ///< 0: none.
  std::uint64_t code = 0;                     ///< ER_*.
  std::map<std::string, std::string> fields;  ///< What else the error tells; numbers as text.

  bool operator==(const ErrorFrame&) const = default;
};

/// A failure.
struct Error {
  Cause cause = Cause::server;
  std::uint32_t code = 0;         ///< The server's number; 0 unless the cause is `server`, or is
                                  ///< `router` and its message tells which.
  std::string message;            ///< One line.
  std::vector<ErrorFrame> stack;  ///< The first is the error itself; empty where none was sent.
  std::string class_name;         ///< As "InsertError"; empty unless the cause is `router`.

  bool operator==(const Error&) const = default;
};

/// One that has nothing but its cause and its message.
inline Error make_error(Cause cause, std::string message) {
  return {cause, 0, std::move(message), {}, {}};
}

/// The causes' names are those of the enumerators.
const char* to_string(Cause cause);
/// One line for people, as "server error 3: Duplicate key exists in unique index ...".
std::string to_string(const Error& error);

/// Numbers of the server's errors that a client has to know (src/box/errcode.h of Tarantool).
namespace server_code {
inline constexpr std::uint32_t tuple_found = 3;     ///< ER_TUPLE_FOUND: a duplicate key.
inline constexpr std::uint32_t read_only = 7;       ///< ER_READONLY
inline constexpr std::uint32_t no_such_proc = 33;   ///< ER_NO_SUCH_PROC
inline constexpr std::uint32_t no_such_space = 36;  ///< ER_NO_SUCH_SPACE
inline constexpr std::uint32_t access_denied = 42;  ///< ER_ACCESS_DENIED
inline constexpr std::uint32_t no_such_user = 45;   ///< ER_NO_SUCH_USER
inline constexpr std::uint32_t password = 47;       ///< ER_PASSWORD_MISMATCH
inline constexpr std::uint32_t no_connection = 77;  ///< ER_NO_CONNECTION
inline constexpr std::uint32_t timeout = 78;        ///< ER_TIMEOUT
inline constexpr std::uint32_t wrong_schema = 109;  ///< ER_WRONG_SCHEMA_VERSION
inline constexpr std::uint32_t loading = 116;       ///< ER_LOADING: it does not serve yet.
}  // namespace server_code

/// A value, or why there is none. Asking for what it does not hold is undefined.
template <class T>
class [[nodiscard]] Result {
 public:
  using Value = T;

  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() & { return *std::get_if<0>(&content_); }
  const T& operator*() const& { return *std::get_if<0>(&content_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  Error& error() { return *std::get_if<1>(&content_); }
  const Error& error() const { return *std::get_if<1>(&content_); }

 private:
  std::variant<T, Error> content_;
};

/// What a Result holds where there is nothing to tell.
struct Done {
  bool operator==(const Done&) const = default;
};

}  // namespace tarantool
