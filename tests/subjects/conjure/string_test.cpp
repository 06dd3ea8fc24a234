// SPDX-License-Identifier: Apache-2.0
// Strings: escapes, surrogates, UTF-8, as values, as keys, and where they are passed over.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Map;
using examples::Nothing;

std::string quoted(std::string_view inside) { return "\"" + std::string(inside) + "\""; }

std::string read_string(std::string_view inside) {
  return conjure::read<std::string>(quoted(inside)).value();
}

// The error of a string, which must be the same wherever it stands.
std::string string_error(std::string_view inside) {
  const std::string error = read_error<std::string>(quoted(inside));
  using Strings = Map<std::string, std::string>;
  EXPECT_EQ(error == "ok", read_error<Strings>("{\"k\":" + quoted(inside) + "}") == "ok");
  EXPECT_EQ(error == "ok", read_error<Strings>("{" + quoted(inside) + ":\"v\"}") == "ok");
  EXPECT_EQ(error == "ok", read_error<Nothing>("{\"k\":" + quoted(inside) + "}") == "ok");
  EXPECT_EQ(error == "ok", read_error<Nothing>("{" + quoted(inside) + ":1}") == "ok");
  return error;
}

TEST(String, Escapes) {
  EXPECT_EQ(read_string(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(read_string(R"(a\u0041\u00e9\u20AC)"), "aA\u00e9\u20ac");
  EXPECT_EQ(read_string(R"(\u0000)"), std::string(1, '\0'));
  EXPECT_EQ(read_string(R"(plain \n and 0123456789abcdef again \n)"),
            "plain \n and 0123456789abcdef again \n");
}

TEST(String, BrokenEscapes) {
  EXPECT_EQ(string_error(R"(ab\x)"), "malformed escape in a string at $, byte 3");
  EXPECT_EQ(string_error(R"(\N)"), "malformed escape in a string at $, byte 1");
  EXPECT_EQ(string_error(R"(\u12G4)"), "malformed escape in a string at $, byte 1");
  EXPECT_EQ(string_error(R"(\u 123)"), "malformed escape in a string at $, byte 1");
  EXPECT_EQ(string_error(R"(\U0041)"), "malformed escape in a string at $, byte 1");
}

TEST(String, Surrogates) {
  EXPECT_EQ(read_string(R"(\ud83d\ude00)"), "\U0001F600");
  EXPECT_EQ(read_string(R"(\uD800\uDC00\uDBFF\uDFFF)"), "\U00010000\U0010FFFF");
  EXPECT_EQ(read_string(R"(\ud7ff\ue000)"), "\uD7FF\uE000");
  EXPECT_EQ(string_error(R"(x\ud800)"), "surrogate without its other half at $, byte 2");
  EXPECT_EQ(string_error(R"(\udc00)"), "surrogate without its other half at $, byte 1");
  EXPECT_EQ(string_error(R"(\ud800\ud800)"), "surrogate without its other half at $, byte 1");
  EXPECT_EQ(string_error(R"(\ud800\u0041)"), "surrogate without its other half at $, byte 1");
  EXPECT_EQ(string_error(R"(\ud800\n12345)"), "surrogate without its other half at $, byte 1");
  EXPECT_EQ(string_error(R"(\ude00\ud83d)"), "surrogate without its other half at $, byte 1");
}

TEST(String, ControlCharacters) {
  for (int c = 0; c < 0x20; ++c) {
    const std::string inside = "ab" + std::string(1, static_cast<char>(c));
    EXPECT_EQ(string_error(inside), "unescaped control character in a string at $, byte 3") << c;
    EXPECT_EQ(string_error("\\n" + inside), "unescaped control character in a string at $, byte 5")
        << c;
  }
  EXPECT_EQ(read_string("\x7F"), "\x7F");
}

TEST(String, WellFormedUtf8) {
  const std::string_view good[] = {"\xC2\x80",         "\xDF\xBF",         "\xE0\xA0\x80",
                                   "\xED\x9F\xBF",     "\xEE\x80\x80",     "\xEF\xBF\xBF",
                                   "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\xEF\xB7\x90"};
  for (const std::string_view text : good) {
    EXPECT_EQ(read_string(text), text);
    EXPECT_EQ(read_string("0123456789" + std::string(text) + "abc"),
              "0123456789" + std::string(text) + "abc");
    EXPECT_EQ(read_string("\\n" + std::string(text)), "\n" + std::string(text));
  }
}

TEST(String, MalformedUtf8) {
  const std::string_view bad[] = {"\x80",
                                  "\xBF",
                                  "\xC0\x80",
                                  "\xC1\xBF",
                                  "\xC2",
                                  "\xC2\x41",
                                  "\xE0\x80\x80",
                                  "\xE0\x9F\xBF",
                                  "\xED\xA0\x80",
                                  "\xED\xBF\xBF",
                                  "\xE2\x82",
                                  "\xE2\x28\xA1",
                                  "\xE2\x82\x28",
                                  "\xF0\x80\x80\x80",
                                  "\xF0\x8F\xBF\xBF",
                                  "\xF0\x90\x80",
                                  "\xF0\x90\x28\x80",
                                  "\xF4\x90\x80\x80",
                                  "\xF5\x80\x80\x80",
                                  "\xFE",
                                  "\xFF",
                                  "\xF8\x88\x80\x80\x80"};
  for (const std::string_view text : bad) {
    EXPECT_EQ(string_error("ab" + std::string(text)), "malformed UTF-8 at $, byte 3");
    EXPECT_EQ(string_error("\\nab" + std::string(text)), "malformed UTF-8 at $, byte 5");
    EXPECT_FALSE(conjure::is_utf8(text));
  }
}

// Every two- and three-byte string against the ranges of RFC 3629, written down the other way
// round: by decoding, and asking whether encoding gives the same bytes.
TEST(String, Utf8SequencesAgreeWithTheirDefinition) {
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0; second < 0x100; ++second) {
      for (const unsigned third : {0x00U, 0x7FU, 0x80U, 0xA5U, 0xBFU, 0xC0U, 0xFFU}) {
        const std::string text{static_cast<char>(first), static_cast<char>(second),
                               static_cast<char>(third), '\x80'};
        std::size_t expected = 0;
        for (const std::size_t length : {2U, 3U, 4U}) {
          char32_t code = first & (length == 2 ? 0x1FU : length == 3 ? 0x0FU : 0x07U);
          for (std::size_t i = 1; i < length; ++i) {
            code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
          }
          if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) continue;
          std::string encoded;
          conjure::append_utf8(encoded, code);
          if (encoded == text.substr(0, length)) expected = length;
        }
        ASSERT_EQ(conjure::utf8_sequence(text.data(), text.data() + text.size()), expected)
            << first << ' ' << second << ' ' << third;
      }
    }
  }
}

// The eight-byte steps of the scan must find the first unusual byte wherever it stands.
TEST(String, PlainTextIsScannedExactly) {
  for (std::size_t length = 0; length < 40; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::vector<char> text(length, 'x');
        if (at + 1 < length) text[at + 1] = static_cast<char>(byte ^ 1);
        text[at] = static_cast<char>(byte);
        const bool usual = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
        const char* found = conjure::skip_plain_text(text.data(), text.data() + length);
        const bool found_here = found == text.data() + at;
        ASSERT_EQ(found_here, !usual) << length << ' ' << at << ' ' << byte;
      }
    }
  }
}

TEST(String, KeysAreDecodedToo) {
  const auto map =
      conjure::read<Map<std::string, std::string>>(R"({"\u0061\n":"\u0062","é":"ü","plain":"\\"})");
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(map->at("a\n"), "b");
  EXPECT_EQ(map->at("\u00e9"), "\u00fc");
  EXPECT_EQ(map->at("plain"), "\\");
}

}  // namespace
