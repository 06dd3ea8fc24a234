// SPDX-License-Identifier: Apache-2.0
// Seeded noise that is the same with every standard library: <random> fixes engines, but not what
// its distributions make of them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace tare::stats {

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : engine_(seed) {}

  /// Evenly in (0, 1).
  double uniform() { return (static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52; }

  /// Of mean 0 and deviation 1 (Box & Muller, 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

/// `values[fork][iteration]` around 100: forks and the iterations in them scatter by so much.
inline std::vector<std::vector<double>> noisy_forks(Noise& noise, std::size_t forks,
                                                    std::size_t iterations, double between,
                                                    double within) {
  std::vector<std::vector<double>> values(forks);
  for (auto& fork : values) {
    const double level = 100 + between * noise.normal();
    for (std::size_t i = 0; i < iterations; ++i) fork.push_back(level + within * noise.normal());
  }
  return values;
}

}  // namespace tare::stats
