// SPDX-License-Identifier: Apache-2.0
#include "report/param_columns.hpp"

#include <algorithm>
#include <set>

namespace tare::report {

std::vector<std::string> param_names(const std::vector<Case>& cases) {
  std::set<std::string> names;
  for (const Case& one : cases) {
    for (const Param& param : one.params) names.insert(param.name);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> param_values(const Case& one, const std::vector<std::string>& names,
                                      const std::string& missing) {
  std::vector<std::string> values;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(one.params, name, &Param::name);
    values.push_back(found == one.params.end() ? missing : found->value);
  }
  return values;
}

}  // namespace tare::report
