// SPDX-License-Identifier: Apache-2.0
#include <tare/main.hpp>

#include "stand_in.hpp"

int main(int argc, char** argv) {
  suite::StandIn::serve(argc, argv);
  return tare::run(argc, argv);
}
