// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, and however they are cut: a WireError, or messages that survive being
// written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fork/wire.hpp"

namespace {

std::string rewritten(const tare::fork::Message& message) {
  tare::fork::Decoder decoder;
  decoder.feed(tare::fork::encode(message));
  return tare::fork::encode(decoder.next().value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = size == 0 ? 0 : data[0] % size;
  tare::fork::Decoder decoder;
  try {
    for (const std::string_view part : {bytes.substr(0, cut), bytes.substr(cut)}) {
      decoder.feed(part);
      while (const auto message = decoder.next())
        if (rewritten(*message) != tare::fork::encode(*message)) std::abort();
    }
  } catch (const tare::fork::WireError& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
