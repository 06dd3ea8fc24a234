// SPDX-License-Identifier: Apache-2.0
// The installed client, with all that it is linked with. Nobody answers on port 1.
#include <tarantool/connection.hpp>

int main() {
  tarantool::BackgroundLoop background;
  const auto connection =
      tarantool::Connection::connect(background.loop(), {"127.0.0.1", 1, ""}).get();
  return !connection && connection.error().cause == tarantool::Cause::network ? 0 : 1;
}
