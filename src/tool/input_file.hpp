// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tare::tool {

/// All bytes of a file. Throws catalog::WrongUse with the reason if it cannot be read.
std::string content_of(const std::string& path);

}  // namespace tare::tool
