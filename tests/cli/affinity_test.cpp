// SPDX-License-Identifier: Apache-2.0
#include "cli/affinity.hpp"

#include <gmock/gmock.h>

#include "catalog/wrong_use.hpp"
#include "run/affinity.hpp"

namespace tare::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(affinity, spreads_over_cores_before_it_shares_one) {
  EXPECT_THAT(spread({0, 1, 2, 3}, {"0-1", "0-1", "2-3", "2-3"}), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(spread({0, 1, 2, 3}, {"0,2", "1,3", "0,2", "1,3"}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(spread({4, 6, 7}, {"4", "6,7", "6,7"}), ElementsAre(4, 6, 7));
  EXPECT_THAT(spread({}, {}), ElementsAre());
}

TEST(affinity, takes_what_the_program_may_run_on_in_the_order_given) {
  const std::vector<std::uint32_t> allowed = running::allowed_processors();
  ASSERT_FALSE(allowed.empty());
  const std::string last = std::to_string(allowed.back());
  const std::string first = std::to_string(allowed.front());
  EXPECT_THAT(parse_affinity("--affinity", last + "," + first + "," + first),
              ElementsAre(allowed.back(), allowed.front(), allowed.front()));
  EXPECT_THAT(parse_affinity("--affinity", "spread"), testing::UnorderedElementsAreArray(allowed));
}

TEST(affinity, refuses_all_else) {
  for (const char* text : {"", "x", "0,", "-1", "0-1", "4294967296"})
    EXPECT_THAT([=] { parse_affinity("--affinity", text); },
                ThrowsMessage<catalog::WrongUse>(HasSubstr("is no processor; write numbers")))
        << text;
  EXPECT_THAT([] { parse_affinity("--affinity", "4294967295"); },
              ThrowsMessage<catalog::WrongUse>(HasSubstr(
                  "--affinity: this program may not run on processor 4294967295, only ")));
}

}  // namespace
}  // namespace tare::cli
