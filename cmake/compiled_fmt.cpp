// SPDX-License-Identifier: Apache-2.0
// {fmt} compiled once into this project, which needs no shared library at run time then. As a
// header-only library it is compiled anew in every file, which takes several times as long as the
// file itself; the distribution has no archive of it.
#include <fmt/format-inl.h>

// What <fmt/format.h> declares extern for a library that has it.
FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API std::locale locale_ref::get<std::locale>() const;
template FMT_API thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template FMT_API char decimal_point_impl<char>(locale_ref);
}  // namespace detail
FMT_END_NAMESPACE
