// SPDX-License-Identifier: Apache-2.0
#include "stacks/short_name.hpp"

#include <gtest/gtest.h>

namespace tare::stacks {
namespace {

TEST(short_name, leaves_out_what_the_library_fills_in) {
  EXPECT_EQ(short_name("std::__cxx11::basic_string<char, std::char_traits<char>, "
                       "std::allocator<char> >::append(char const*)"),
            "std::string::append(char const*)");
  EXPECT_EQ(short_name("f(std::vector<int, std::allocator<int> >&)"), "f(std::vector<int>&)");
  EXPECT_EQ(short_name("std::basic_string_view<char, std::char_traits<char> >"),
            "std::string_view");
  EXPECT_EQ(
      short_name("std::unordered_map<std::__cxx11::basic_string<char, std::char_traits<char>, "
                 "std::allocator<char> >, std::vector<long, std::allocator<long> >, "
                 "std::hash<std::__cxx11::basic_string<char, std::char_traits<char>, "
                 "std::allocator<char> > >, std::equal_to<std::__cxx11::basic_string<char, "
                 "std::char_traits<char>, std::allocator<char> > >, "
                 "std::allocator<std::pair<std::__cxx11::basic_string<char, "
                 "std::char_traits<char>, std::allocator<char> > const, std::vector<long, "
                 "std::allocator<long> > > > >"),
      "std::unordered_map<std::string, std::vector<long>>");
  EXPECT_EQ(short_name("std::unique_ptr<A, std::default_delete<A> >::~unique_ptr()"),
            "std::unique_ptr<A>::~unique_ptr()");
}

TEST(short_name, keeps_what_was_chosen) {
  EXPECT_EQ(
      short_name("std::map<int, A, std::greater<int>, std::allocator<std::pair<int const, A> > >"),
      "std::map<int, A, std::greater<int>>");
  EXPECT_EQ(short_name("std::map<int, A, std::less<void>, mine::pool<int> >"),
            "std::map<int, A, std::less<void>, mine::pool<int>>");
  EXPECT_EQ(short_name("std::vector<int, mine::pool<int> >"), "std::vector<int, mine::pool<int>>");
}

TEST(short_name, leaves_other_names_alone) {
  for (const char* name :
       {"", "main", "operator new(unsigned long)", "A::operator->()", "A::operator>(A const&)",
        "A::operator<<(int)", "f<&A::operator->>", "std::allocator<int>::allocate(unsigned long)",
        "g(int, std::allocator<int>)", "f<std::allocator<int", "libm.so.6+0x1234"})
    EXPECT_EQ(short_name(name), name);
}

}  // namespace
}  // namespace tare::stacks
