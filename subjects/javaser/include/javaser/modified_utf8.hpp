// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Java's modified UTF-8 (Java Virtual Machine Specification, 4.4.7): U+0000 is C0 80, and what
/// lies beyond U+FFFF is two surrogates of three bytes each.
namespace javaser::modified_utf8 {

/// Offset of the first byte that is not well-formed, or bytes.size() if all is. Accepts what Java's
/// readUTF accepts: overlong forms of two and three bytes, lone surrogates, a bare 00.
std::size_t find_malformed(std::string_view bytes);

/// Sound modified UTF-8 to UTF-8: pairs of surrogates become four bytes; a lone one stays as three
/// (WTF-8), so that nothing is lost.
std::string to_utf8(std::string_view bytes);
void append_utf8(std::string_view bytes, std::string& out);

/// Sound modified UTF-8 to UTF-16 code units, exactly what Java holds.
std::u16string to_utf16(std::string_view bytes);

/// UTF-8 (lone surrogates as three bytes) to modified UTF-8. What is not UTF-8 becomes U+FFFD.
std::string from_utf8(std::string_view text);

/// UTF-16 code units to modified UTF-8.
std::string from_utf16(std::u16string_view text);

}  // namespace javaser::modified_utf8
