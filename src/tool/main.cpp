// SPDX-License-Identifier: Apache-2.0
#include "tool/command.hpp"

int main(int argc, char** argv) { return tare::tool::run({argv + 1, argv + argc}); }
