// SPDX-License-Identifier: Apache-2.0
// Figures of `mem` for operations whose bytes are known beforehand.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "fake_operations.hpp"
#include "profile/mem.hpp"

namespace tare::profile {

struct Figures {
  std::map<std::string, Metric> by_label;

  bool has(const std::string& label) const { return by_label.count("mem." + label) == 1; }
  const Metric& at(const std::string& label) const { return by_label.at("mem." + label); }
  double bytes() const { return at("alloc.rate.norm").score; }
  double count() const { return at("alloc.count.norm").score; }
  double peak() const { return at("peak.norm").score; }
  double heap() const { return at("retained.heap.norm").score; }
  double blocks() const { return at("retained.count.norm").score; }
  double in_line() const { return at("retained.inline.norm").score; }
  double total() const { return at("retained.total.norm").score; }
  double residue() const { return at("retained.residue.norm").score; }
  double footprint() const { return at("retained.footprint.norm").score; }
};

inline Figures figures_of(extend::Operations& operations) {
  Figures figures;
  for (Metric& metric : make_mem_profiler()->observe({}, operations).metrics) {
    std::string label = metric.label;
    figures.by_label.emplace(std::move(label), std::move(metric));
  }
  return figures;
}

template <class Body>
Figures observe(Body body) {
  FakeOperations operations(std::move(body));
  return figures_of(operations);
}

#if defined(__has_feature)
#define TARE_HAS_FEATURE(feature) __has_feature(feature)
#else
#define TARE_HAS_FEATURE(feature) 0
#endif

#if defined(__SANITIZE_THREAD__) || TARE_HAS_FEATURE(thread_sanitizer)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

/// Whether a sanitizer's hooks count, which see its own allocator instead of glibc's.
#if defined(__SANITIZE_ADDRESS__) || TARE_HAS_FEATURE(address_sanitizer)
inline constexpr bool under_sanitizer = true;
#else
inline constexpr bool under_sanitizer = under_thread_sanitizer;
#endif

/// Makes the compiler allocate the block and forget what it knows of it.
template <class T>
T* opaque(T* block) {
  asm volatile("" : "+r"(block) : : "memory");
  return block;
}

}  // namespace tare::profile
