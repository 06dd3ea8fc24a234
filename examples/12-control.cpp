// SPDX-License-Identifier: Apache-2.0
// Roles that wait for each other: when the iteration is over, nobody may be left waiting.
#include <atomic>
#include <tare/tare.hpp>
#include <thread>

namespace {

/// One for each pair of players: `-t 4` plays two games.
struct Game {
  static constexpr auto scope = tare::Scope::group;
  std::atomic<bool> at_pong = false;

  /// False: the iteration ended first.
  bool play(bool to_pong, const tare::Control& control) {
    while (at_pong == to_pong) {
      if (control.iteration_over()) return false;  // The other one may be gone.
      std::this_thread::yield();
    }
    at_pong = to_pong;
    return true;
  }
};

}  // namespace

TARE_ROLE(game, ping, Game& game, tare::Control& control) { return game.play(true, control); }
TARE_ROLE(game, pong, Game& game, tare::Control& control) { return game.play(false, control); }
