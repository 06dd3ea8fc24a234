// SPDX-License-Identifier: Apache-2.0
#include "frame.hpp"

#include <msgpuck.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace tarantool {

namespace {

/// The length of every frame that is written: 0xce and 32 bits, so that it can be put in later.
constexpr std::size_t length_size = 5;
constexpr std::uint8_t length_mark = 0xce;

/// The sync has all its 8 bytes, however small it is: what every header has goes in one piece.
void write_header(Encoder& encoder, Command command, std::uint64_t sync,
                  const SendOptions& options) {
  const bool has_schema = options.schema_version != 0;
  const bool has_stream = options.stream != 0;
  encoder.map(2 + (has_schema ? 1 : 0) + (has_stream ? 1 : 0));
  // Commands are less than 0x80.
  std::array<char, 12> numbers{static_cast<char>(Key::request_type), static_cast<char>(command),
                               static_cast<char>(Key::sync), '\xcf'};
  mp_store_u64(&numbers[4], sync);
  encoder.raw({numbers.data(), numbers.size()});
  if (has_schema) detail::write_entry(encoder, Key::schema_version, options.schema_version);
  if (has_stream) detail::write_entry(encoder, Key::stream_id, options.stream);
}

/// The bytes of a length, by its first; 0: no unsigned integer.
std::size_t bytes_of_length(unsigned char first) {
  if (first < 0x80) return 1;
  switch (first) {
    case 0xcc:
      return 2;
    case 0xcd:
      return 3;
    case 0xce:
      return 5;
    case 0xcf:
      return 9;
    default:
      return 0;
  }
}

/// The unsigned integer that these bytes are.
std::uint64_t number_of(std::string_view bytes) {
  if (bytes.size() == 1) return static_cast<unsigned char>(bytes[0]);
  std::uint64_t value = 0;
  for (const char c : bytes.substr(1)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

using Digest = std::array<unsigned char, 20>;  // SHA-1's size

Digest sha1(std::string_view first, std::string_view second = {}) {
  const std::string bytes = std::string(first) + std::string(second);
  Digest digest{};
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha1(), nullptr);
  return digest;
}

std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// Base64, as far as `n` bytes; empty if it is none.
std::string decode_base64(std::string_view text, std::size_t n) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < static_cast<int>(n)) return {};
  bytes.resize(n);
  return bytes;
}

/// Cuts a buffer back to where a frame began, unless that was written to its end.
class UnfinishedFrame {
 public:
  explicit UnfinishedFrame(Buffer& out) : out_(out), begin_(out.size()) {}
  UnfinishedFrame(const UnfinishedFrame&) = delete;
  UnfinishedFrame& operator=(const UnfinishedFrame&) = delete;
  ~UnfinishedFrame() {
    if (!is_finished) out_.truncate(begin_);
  }

  bool is_finished = false;

 private:
  Buffer& out_;
  std::size_t begin_;
};

}  // namespace

std::optional<std::string> write_frame(Buffer& out, const RequestRef& request, std::uint64_t sync,
                                       const SendOptions& options) {
  const std::size_t begin = out.size();
  UnfinishedFrame frame(out);
  out.room(length_size);
  out.advance(length_size);
  Encoder encoder(out);
  write_header(encoder, request.command(), sync, options);
  request.encode(encoder);
  const std::size_t length = out.size() - begin - length_size;
  if (!encoder.failed() && length > std::numeric_limits<std::uint32_t>::max()) {
    encoder.fail("a request of more than 4 GiB");
  }
  if (encoder.failed()) return encoder.reason();
  frame.is_finished = true;
  char* const at = out.data() + begin;
  mp_store_u32(mp_store_u8(at, length_mark), static_cast<std::uint32_t>(length));
  return std::nullopt;
}

std::optional<Greeting> Greeting::parse(std::string_view bytes) {
  // "Tarantool 2.6.0 (Binary) 7170b4af-c72c-4f07-8729-08fc678543a1" in the first 64 bytes, the salt
  // in the next.
  constexpr std::string_view name = "Tarantool ";
  constexpr std::string_view kind = " (Binary) ";
  if (bytes.size() != size || !bytes.starts_with(name)) return std::nullopt;
  std::string_view line = bytes.substr(name.size(), 64 - name.size());
  const std::size_t space = line.find(kind);
  if (space == std::string_view::npos) return std::nullopt;
  Greeting greeting;
  greeting.version = line.substr(0, space);
  const std::string_view rest = line.substr(space + kind.size());
  greeting.uuid = rest.substr(0, rest.find_first_of(" \n"));
  greeting.salt = decode_base64(bytes.substr(64, 44), 20);
  if (greeting.salt.empty()) return std::nullopt;
  return greeting;
}

bool Greeting::is_at_least(unsigned major, unsigned minor) const {
  unsigned own_major = 0;
  unsigned own_minor = 0;
  const char* const end = version.data() + version.size();
  const auto [dot, error] = std::from_chars(version.data(), end, own_major);
  if (error != std::errc{} || dot == end) return false;
  std::from_chars(dot + 1, end, own_minor);
  return std::pair(own_major, own_minor) >= std::pair(major, minor);
}

std::string scramble(std::string_view password, std::string_view salt) {
  const Digest once = sha1(password);
  const Digest proof = sha1(salt, view(sha1(view(once))));
  std::string scrambled;
  for (std::size_t i = 0; i < once.size(); ++i) {
    scrambled.push_back(static_cast<char>(once[i] ^ proof[i]));
  }
  return scrambled;
}

FrameParser::Outcome FrameParser::more(std::size_t size) {
  size_ = size;
  return Outcome::more;
}

FrameParser::Outcome FrameParser::unsound(std::string reason) {
  reason_ = std::move(reason);
  return Outcome::unsound;
}

FrameParser::Outcome FrameParser::parse(std::string_view bytes) {
  if (bytes.empty()) return more(1);
  const std::size_t prefix = bytes_of_length(static_cast<unsigned char>(bytes[0]));
  if (prefix == 0) return unsound("no length where a reply begins");
  if (bytes.size() < prefix) return more(prefix);
  const std::uint64_t length = number_of(bytes.substr(0, prefix));
  if (length > most_) {
    return unsound("a reply of " + std::to_string(length) + " bytes, more than the limit of " +
                   std::to_string(most_));
  }
  size_ = prefix + static_cast<std::size_t>(length);
  if (bytes.size() < size_) return Outcome::more;

  const char* const begin = bytes.data() + prefix;
  const char* const end = bytes.data() + size_;
  const char* body = parse_usual_header(begin, end);
  if (body == nullptr) {
    body = end_of_value(begin, end);
    if (body == nullptr || !parse_header({begin, static_cast<std::size_t>(body - begin)})) {
      return unsound("a reply without a header");
    }
  }
  frame_.body = "\x80";  // An empty map: a reply may have no body at all.
  if (body == end) return Outcome::frame;
  frame_.body = {body, static_cast<std::size_t>(end - body)};
  std::uint32_t entries = 0;
  if (end_of_value(body, end) != end || !Decoder(frame_.body).map(entries)) {
    return unsound("a reply whose body is no map");
  }
  return Outcome::frame;
}

const char* FrameParser::parse_usual_header(const char* begin, const char* end) {
  // {0: 32 bits, 1: 64 bits, 5: 32 bits}, whatever the numbers.
  constexpr std::ptrdiff_t size = 23;
  if (end - begin < size || begin[0] != '\x83' || begin[1] != '\0' || begin[2] != '\xce' ||
      begin[7] != '\1' || begin[8] != '\xcf' || begin[17] != '\5' || begin[18] != '\xce') {
    return nullptr;
  }
  frame_.header = {static_cast<std::uint32_t>(number_of({begin + 2, 5})), number_of({begin + 8, 9}),
                   number_of({begin + 18, 5})};
  return begin + size;
}

bool FrameParser::parse_header(std::string_view header) {
  frame_.header = {};
  Decoder decoder(header);
  std::uint32_t n = 0;
  if (!decoder.map(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t key = 0;
    if (!decoder.unsigned_integer(key, std::numeric_limits<std::uint64_t>::max())) return false;
    bool fine = true;
    switch (static_cast<Key>(std::min<std::uint64_t>(key, 0xff))) {
      case Key::request_type:
        fine = tarantool::read(decoder, frame_.header.code);
        break;
      case Key::sync:
        fine = tarantool::read(decoder, frame_.header.sync);
        break;
      case Key::schema_version:
        fine = tarantool::read(decoder, frame_.header.schema_version);
        break;
      default:
        decoder.skip();
    }
    if (!fine) return false;
  }
  return true;
}

}  // namespace tarantool
