// SPDX-License-Identifier: Apache-2.0
#include "trace.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "ab/figure.hpp"

namespace tare::trial {
namespace {

constexpr std::size_t fewest_blocks = 20;

std::string name_of(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

Fork fork_of(std::istream& slices) {
  const std::vector<double> ns{std::istream_iterator<double>(slices), {}};
  return {ab::figure(ns, Better::lower),
          std::accumulate(ns.begin(), ns.end(), 0.0) / static_cast<double>(ns.size())};
}

}  // namespace

Trace read_trace(const std::string& file) {
  std::ifstream lines(file);
  std::vector<Fork> forks;
  double seconds = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    double taken = 0;
    fields >> taken;
    seconds += taken;
    forks.push_back(fork_of(fields));
  }
  Trace trace{name_of(file), seconds / static_cast<double>(forks.size()), {}};
  for (std::size_t i = 0; i + forks_of_block <= forks.size(); i += forks_of_block)
    std::copy_n(&forks[i], forks_of_block, trace.blocks.emplace_back().begin());
  if (trace.blocks.size() < fewest_blocks)
    throw std::runtime_error(file + ": too few forks; record at least 80");
  return trace;
}

}  // namespace tare::trial
