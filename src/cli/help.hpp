// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tare::cli {

/// The text between the marks of docs/cli.md, put in at build time.
std::string_view help_text();

}  // namespace tare::cli
