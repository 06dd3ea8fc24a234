// SPDX-License-Identifier: Apache-2.0
#include "report/brief_name.hpp"

#include <gtest/gtest.h>

namespace tare::report {
namespace {

constexpr const char* hashed =
    "std::_Hashtable<std::string, std::pair<int, long>>::_M_find(unsigned long, int const&) const";

TEST(brief_name, leaves_what_fits_as_it_is) {
  EXPECT_EQ(brief_name(hashed, std::string_view(hashed).size()), hashed);
  EXPECT_EQ(brief_name("", 0), "");
}

TEST(brief_name, empties_parameters_first_and_template_arguments_if_need_be) {
  EXPECT_EQ(brief_name(hashed, std::string_view(hashed).size() - 1),
            "std::_Hashtable<std::string, std::pair<int, long>>::_M_find(…) const");
  EXPECT_EQ(brief_name(hashed, 50), "std::_Hashtable<…>::_M_find(…) const");
}

TEST(brief_name, cuts_what_is_still_too_long_between_characters) {
  EXPECT_EQ(brief_name("abcdefghij", 9), "abcdef…");
  EXPECT_EQ(brief_name("abcd\xc3\xa9"
                       "fghij",
                       8),
            "abcd…");
}

TEST(brief_name, takes_no_operator_and_no_arrow_for_a_bracket) {
  EXPECT_EQ(brief_name("operator<< <char>(std::ostream&, char const*)", 25),
            "operator<< <char>(…)");
  EXPECT_EQ(brief_name("T<int>::operator()(int, int, int) const", 30),
            "T<int>::operator()(…) const");
  EXPECT_EQ(brief_name("T<int, int, int>::operator->(int) const &&", 35),
            "T<…>::operator->(…) const &&");
  EXPECT_EQ(brief_name("f<decltype(x->y)>::g(int)::h", 20), "f<…>::g(…)::h");
}

TEST(brief_name, keeps_the_anonymous_namespace_and_no_parameters) {
  EXPECT_EQ(brief_name("(anonymous namespace)::f(a, b)::g()", 34),
            "(anonymous namespace)::f(…)::g()");
}

TEST(brief_name, leaves_brackets_that_do_not_pair) {
  EXPECT_EQ(brief_name("a(b, c", 5), "a(…");
  EXPECT_EQ(brief_name("a) b) c", 6), "a) …");
}

}  // namespace
}  // namespace tare::report
