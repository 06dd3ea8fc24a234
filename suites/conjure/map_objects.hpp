// SPDX-License-Identifier: Apache-2.0
// The object that is read, with each implementation of its map, as a generator would write it.
#pragma once

#include <conjure/conjure.hpp>
#include <string>
#include <string_view>
#include <tare/tare.hpp>
#include <unordered_map>
#include <utility>
#include <variant>

#include "documents.hpp"

namespace suite {

/// What most would write.
using NormalMap = std::unordered_map<std::string, std::string>;

/// None or one entry held without a table, else a NormalMap.
class SingletonMap {
 public:
  using Entry = std::pair<std::string, std::string>;

  /// Takes the entries of `map`. *this must be empty.
  void take(NormalMap&& map) {
    if (map.size() > 1) {
      held_.emplace<NormalMap>(std::move(map));
    } else if (!map.empty()) {
      auto node = map.extract(map.begin());
      held_.emplace<Entry>(std::move(node.key()), std::move(node.mapped()));
    }
  }

  /// Null if there is none.
  const std::string* find(const std::string& key) const {
    if (const auto* entry = std::get_if<Entry>(&held_))
      return entry->first == key ? &entry->second : nullptr;
    const auto* map = std::get_if<NormalMap>(&held_);
    if (map == nullptr) return nullptr;
    const auto found = map->find(key);
    return found == map->end() ? nullptr : &found->second;
  }

  template <class Visit>
  bool for_each(Visit visit) const {
    if (const auto* entry = std::get_if<Entry>(&held_)) return visit(entry->first, entry->second);
    if (const auto* map = std::get_if<NormalMap>(&held_))
      for (const auto& [key, value] : *map)
        if (!visit(key, value)) return false;
    return true;
  }

 private:
  std::variant<std::monostate, Entry, NormalMap> held_;
};

/// One allocation, insertion order, immutable.
using ImmutableMap = conjure::Map<std::string, std::string>;

/// The benchmarks' type parameter.
using MapImpls =
    tare::types<tare::named<"NORMAL", NormalMap>, tare::named<"SINGLETON", SingletonMap>,
                tare::named<"IMMUTABLE", ImmutableMap>>;

template <class Map>
struct MapObject {
  Map map;
};

inline bool contains(const NormalMap& map, const std::string& key) { return map.contains(key); }
inline bool contains(const SingletonMap& map, const std::string& key) {
  return map.find(key) != nullptr;
}
inline bool contains(const ImmutableMap& map, const std::string& key) { return map.contains(key); }

/// Reads a document. Throws conjure::ConjureError, which ends the benchmark with its words.
template <class Map>
MapObject<Map> read(std::string_view document) {
  return conjure::read<MapObject<Map>>(document).value();
}

/// The document that a case is about.
struct Input {
  Document document;
  std::string json;

  static void params(tare::Params<Input>& p) {
    p.choice("json", &Input::document,
             {{"NO_MAP", Document::no_map},
              {"EMPTY", Document::empty},
              {"SINGLETON", Document::singleton},
              {"THREE", Document::three},
              {"SIX", Document::six},
              {"TEN", Document::ten},
              {"HUNDRED", Document::hundred},
              {"THOUSAND", Document::thousand}});
  }
  void set_up(tare::Trial) { json = text_of(document); }
};

/// An object read from it.
template <class Map>
struct ReadObject {
  MapObject<Map> object;
  void set_up(tare::Trial, const Input& input) { object = read<Map>(input.json); }
};

}  // namespace suite

template <class Held>
struct conjure::Codec<suite::MapObject<Held>> : conjure::ObjectCodec<suite::MapObject<Held>> {
  static constexpr auto fields =
      conjure::fields(conjure::field("map", &suite::MapObject<Held>::map));
};

template <>
struct conjure::Codec<suite::SingletonMap> : conjure::CollectionCodec {
  static bool read(Reader& reader, suite::SingletonMap& out) {
    suite::NormalMap map;
    if (!Codec<suite::NormalMap>::read(reader, map)) return false;
    out.take(std::move(map));
    return true;
  }
  static bool write(Writer& writer, const suite::SingletonMap& map) {
    return writer.begin_object() &&
           map.for_each([&](const std::string& key, const std::string& value) {
             return writer.write_key(key) && writer.write_text(value);
           }) &&
           writer.end_object();
  }
};
