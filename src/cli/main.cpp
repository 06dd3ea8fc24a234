// SPDX-License-Identifier: Apache-2.0
#include "tare/main.hpp"

int main(int argc, char** argv) { return tare::run(argc, argv); }
