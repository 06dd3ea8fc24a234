// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstring>
#include <map>
#include <set>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "javaser/descriptor.hpp"
#include "javaser/type.hpp"

/// The constants of Type for C++ types.
namespace javaser {

template <class T>
const Type& type_of();

/// A std::vector for a field that Java declares as a java.util.List: written as an ArrayList rather
/// than as an array. Both are read from either.
template <class E>
struct List : std::vector<E> {
  using std::vector<E>::vector;
};

namespace types {

template <class T>
T& as(void* place) {
  return *static_cast<T*>(place);
}
template <class T>
const T& as(const void* place) {
  return *static_cast<const T*>(place);
}

/// A big-endian value of a primitive type. A boolean is true for whatever is not 0, as in Java.
template <class T>
T load(const std::byte* at) {
  if constexpr (std::is_same_v<T, bool>) {
    return *at != std::byte{0};
  } else {
    using Bits = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    Bits bits;
    std::memcpy(&bits, at, sizeof bits);
    if constexpr (std::endian::native == std::endian::little) {
      if constexpr (sizeof bits == 2) bits = __builtin_bswap16(bits);
      if constexpr (sizeof bits == 4) bits = __builtin_bswap32(bits);
      if constexpr (sizeof bits == 8) bits = __builtin_bswap64(bits);
    }
    return std::bit_cast<T>(bits);
  }
}

/// The inverse.
template <class T>
void store(const T& value, std::byte* at) {
  if constexpr (std::is_same_v<T, bool>) {
    *at = value ? std::byte{1} : std::byte{0};
  } else {
    T swapped = value;
    auto* bytes = reinterpret_cast<std::byte*>(&swapped);
    swapped = load<T>(bytes);
    std::memcpy(at, &swapped, sizeof swapped);
  }
}

template <class T>
constexpr char code_of() {
  if constexpr (std::is_same_v<T, bool>) return 'Z';
  if constexpr (std::is_same_v<T, std::int8_t>) return 'B';
  if constexpr (std::is_same_v<T, char16_t>) return 'C';
  if constexpr (std::is_same_v<T, std::int16_t>) return 'S';
  if constexpr (std::is_same_v<T, std::int32_t>) return 'I';
  if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, long long>) return 'J';
  if constexpr (std::is_same_v<T, float>) return 'F';
  if constexpr (std::is_same_v<T, double>) return 'D';
  return 'L';
}
template <class T>
concept Primitive = code_of<T>()
!= 'L';

/// In exact.hpp, which needs the types.
template <class E, class Vector>
std::size_t read_elements_exactly(ExactReader& reader, Vector& vector, std::size_t count);
/// In flat.hpp, likewise; null if E is not flat.
template <class E, class Vector>
constexpr const FlatLayout* flat_layout_of();

/// What all types have.
template <class T>
constexpr Type cell_of(Shape shape) {
  Type type{};
  type.shape = shape;
  type.code = code_of<T>();
  type.cell_size = sizeof(Cell<T>);
  type.cell_alignment = alignof(Cell<T>);
  type.construct = [](void* cell) { ::new (cell) Cell<T>(); };
  type.destroy = [](void* cell) { as<Cell<T>>(cell).~Cell<T>(); };
  return type;
}

template <class T>
struct Make {
  static_assert(Primitive<T> || IsBound<T>,
                "javaser cannot hold this type: bind it by JAVASER_RECORD, JAVASER_CLASS or "
                "JAVASER_ENUM, or use one of those listed at javaser::Shape");
  static constexpr Type type() {
    if constexpr (Primitive<T>) {
      return cell_of<T>(Shape::primitive);
    } else if constexpr (std::is_enum_v<T>) {
      Type type = cell_of<T>(Shape::enumeration);
      type.enumeration = &Bound<T>::get;
      return type;
    } else {
      Type type = cell_of<T>(Shape::structure);
      type.structure = &Bound<T>::get;
      return type;
    }
  }
};

template <>
struct Make<std::string> {
  static constexpr Type type() { return cell_of<std::string>(Shape::string); }
};
template <>
struct Make<std::u16string> {
  static constexpr Type type() { return cell_of<std::u16string>(Shape::utf16_string); }
};

// Sequences, sets, maps.

template <class Container>
constexpr Type container_of(Shape shape) {
  Type type = cell_of<Container>(shape);
  type.clear = [](void* cell, std::size_t room) {
    auto& container = as<Container>(cell);
    container.clear();
    if constexpr (requires { container.reserve(room); }) container.reserve(room);
  };
  type.size = [](const void* value) -> std::size_t { return as<Container>(value).size(); };
  return type;
}

template <class Vector>
struct MakeSequence {
  using E = typename Vector::value_type;
  static constexpr Type type() {
    Type type = container_of<Vector>(Shape::sequence);
    type.element = &type_of<E>;
    // What has no default comes whole, and bits of a vector<bool> have no address.
    if constexpr (std::is_default_constructible_v<E> && !std::is_same_v<E, bool>)
      type.append = [](void* cell) -> void* { return &as<Vector>(cell).emplace_back(); };
    type.insert = [](void* cell, void* element, void*) {
      as<Vector>(cell).push_back(std::move(object_in<E>(as<Cell<E>>(element))));
    };
    if constexpr (Primitive<E>) {
      type.assign = &assign;
      type.store = &store_all;
    }
    if constexpr (IsBound<E> && !std::is_enum_v<E>) {
      type.read_exactly = [](void* cell, ExactReader& reader, std::size_t count) {
        return read_elements_exactly<E>(reader, as<Vector>(cell), count);
      };
      type.flat = flat_layout_of<E, Vector>();
    }
    type.each = [](const void* value, void* context,
                   void (*visit)(void*, const void*, const void*)) {
      for (const auto& element : as<Vector>(value)) {
        const E& proper = element;  // a bit becomes a bool
        visit(context, &proper, nullptr);
      }
    };
    return type;
  }

 private:
  static void assign(void* cell, const std::byte* values, std::size_t count) {
    auto& vector = as<Vector>(cell);
    vector.resize(count);
    for (std::size_t index = 0; index < count; ++index)
      vector[index] = load<E>(values + index * size_of_type(code_of<E>()));
  }

  static void store_all(const void* value, std::byte* out) {
    for (const E element : as<Vector>(value)) {
      store<E>(element, out);
      out += size_of_type(code_of<E>());
    }
  }
};
template <class... Parts>
struct Make<std::vector<Parts...>> : MakeSequence<std::vector<Parts...>> {};
template <class E>
struct Make<List<E>> {
  static_assert(!std::is_same_v<E, bool>, "hold std::optional<bool>: bits have no address");
  static constexpr Type type() {
    Type type = MakeSequence<List<E>>::type();
    type.is_list = true;
    return type;
  }
};

template <class Set>
struct MakeSet {
  using E = typename Set::key_type;
  static constexpr Type type() {
    Type type = container_of<Set>(Shape::set);
    type.element = &type_of<E>;
    type.insert = [](void* cell, void* element, void*) {
      as<Set>(cell).insert(std::move(object_in<E>(as<Cell<E>>(element))));
    };
    type.each = [](const void* value, void* context,
                   void (*visit)(void*, const void*, const void*)) {
      for (const E& element : as<Set>(value)) visit(context, &element, nullptr);
    };
    return type;
  }
};
template <class... Parts>
struct Make<std::set<Parts...>> : MakeSet<std::set<Parts...>> {};
template <class... Parts>
struct Make<std::unordered_set<Parts...>> : MakeSet<std::unordered_set<Parts...>> {};

template <class Map>
struct MakeMap {
  using K = typename Map::key_type;
  using M = typename Map::mapped_type;
  static constexpr Type type() {
    Type type = container_of<Map>(Shape::map);
    type.element = &type_of<K>;
    type.mapped = &type_of<M>;
    type.insert = [](void* cell, void* key, void* mapped) {
      as<Map>(cell).emplace(std::move(object_in<K>(as<Cell<K>>(key))),
                            std::move(object_in<M>(as<Cell<M>>(mapped))));
    };
    type.each = [](const void* value, void* context,
                   void (*visit)(void*, const void*, const void*)) {
      for (const auto& [key, mapped] : as<Map>(value)) visit(context, &key, &mapped);
    };
    return type;
  }
};
template <class... Parts>
struct Make<std::map<Parts...>> : MakeMap<std::map<Parts...>> {};
template <class... Parts>
struct Make<std::unordered_map<Parts...>> : MakeMap<std::unordered_map<Parts...>> {};

// What may be empty, or one of several.

template <class... Ts>
std::span<const TypeFunction> functions_of() {
  static constexpr TypeFunction functions[] = {&type_of<Ts>...};
  return functions;
}

template <class T>
struct Make<std::optional<T>> {
  using Optional = std::optional<T>;
  static constexpr Type type() {
    Type type = cell_of<Optional>(Shape::optional);
    type.alternatives = &functions_of<T>;
    type.emplace = [](void* cell, std::size_t) -> void* {
      auto& optional = as<Optional>(cell);
      optional.reset();
      // An empty optional is the cell of what has no default.
      if constexpr (std::is_default_constructible_v<T>)
        return &optional.emplace();
      else
        return &optional;
    };
    type.reset = [](void* cell) { as<Optional>(cell).reset(); };
    type.held = [](const void* value, std::size_t& alternative) -> const void* {
      const auto& optional = as<Optional>(value);
      alternative = 0;
      return optional ? &*optional : nullptr;
    };
    return type;
  }
};

/// Functions for each type of a list, chosen by index.
template <class... As>
struct OneOf {
  template <class Function>
  static void visit(std::size_t index, Function function) {
    std::size_t at = 0;
    const auto try_one = [&]<class A>(std::type_identity<A> type) {
      if (at++ == index) function(type);
    };
    (try_one(std::type_identity<As>{}), ...);
  }
};

template <class Pointer, class T, class... As>
constexpr Type pointer_of(Shape shape) {
  Type type = cell_of<Pointer>(shape);
  type.alternatives = &functions_of<As...>;
  type.emplace = [](void* cell, std::size_t index) -> void* {
    void* made = nullptr;
    OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
      if constexpr (std::is_default_constructible_v<A>) {
        auto object = std::make_unique<A>();
        made = object.get();
        as<Pointer>(cell) = std::move(object);
      }
    });
    return made;
  };
  type.fill = [](void* cell, std::size_t index, void* element) {
    OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
      as<Pointer>(cell) = std::make_unique<A>(std::move(object_in<A>(as<Cell<A>>(element))));
    });
  };
  type.reset = [](void* cell) { as<Pointer>(cell).reset(); };
  type.held = [](const void* value, std::size_t& alternative) -> const void* {
    const T* object = as<Pointer>(value).get();
    const void* found = nullptr;
    std::size_t at = 0;
    const auto try_one = [&]<class A>(std::type_identity<A>) {
      if (object != nullptr && found == nullptr && typeid(*object) == typeid(A)) {
        found = static_cast<const A*>(object);
        alternative = at;
      }
      ++at;
    };
    (try_one(std::type_identity<As>{}), ...);
    if (found == nullptr && object != nullptr) {
      found = object;
      alternative = sizeof...(As);
    }
    return found;
  };
  return type;
}

/// The types that a pointer to T may hold: T, where objects of it can be read, and its subtypes.
template <class Pointer, class T, Shape shape, class List>
struct MakePointer;
template <class Pointer, class T, Shape shape, class... Derived>
struct MakePointer<Pointer, T, shape, TypeList<Derived...>> {
  static constexpr Type type() {
    Type type = [] {
      if constexpr (std::is_abstract_v<T> || (sizeof...(Derived) > 0 && !IsBound<T>))
        return pointer_of<Pointer, T, Derived...>(shape);
      else
        return pointer_of<Pointer, T, T, Derived...>(shape);
    }();
    if constexpr (shape == Shape::shared) {
      if constexpr (std::is_abstract_v<T> || (sizeof...(Derived) > 0 && !IsBound<T>))
        sharing<Derived...>(type);
      else
        sharing<T, Derived...>(type);
    }
    return type;
  }

 private:
  template <class... As>
  static constexpr void sharing(Type& type) {
    type.share = [](const void* cell, std::size_t index) {
      std::shared_ptr<void> shared;
      OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
        shared = std::static_pointer_cast<A>(as<Pointer>(cell));
      });
      return shared;
    };
    type.adopt = [](void* cell, std::size_t index, const std::shared_ptr<void>& value) {
      OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
        as<Pointer>(cell) = std::static_pointer_cast<A>(value);
      });
    };
  }
};
template <class T>
struct Make<std::unique_ptr<T>>
    : MakePointer<std::unique_ptr<T>, T, Shape::unique, typename Subtypes<T>::Types> {};
template <class T>
struct Make<std::shared_ptr<T>>
    : MakePointer<std::shared_ptr<T>, T, Shape::shared, typename Subtypes<T>::Types> {};

template <class Variant, class... As>
constexpr Type variant_of() {
  Type type = cell_of<Variant>(Shape::variant);
  type.alternatives = &functions_of<As...>;
  type.emplace = [](void* cell, std::size_t index) -> void* {
    void* made = nullptr;
    OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
      if constexpr (std::is_default_constructible_v<A>)
        made = &as<Variant>(cell).template emplace<A>();
    });
    return made;
  };
  type.fill = [](void* cell, std::size_t index, void* element) {
    OneOf<As...>::visit(index, [&]<class A>(std::type_identity<A>) {
      as<Variant>(cell) = std::move(object_in<A>(as<Cell<A>>(element)));
    });
  };
  type.held = [](const void* value, std::size_t& alternative) -> const void* {
    const void* found = nullptr;
    std::size_t at = 0;
    const auto try_one = [&]<class A>(std::type_identity<A>) {
      if (const A* held = std::get_if<A>(&as<Variant>(value))) found = held, alternative = at;
      ++at;
    };
    (try_one(std::type_identity<As>{}), ...);
    return found;
  };
  return type;
}

template <class... As>
struct Make<std::variant<As...>> {
  static_assert(std::is_default_constructible_v<std::variant<As...>>,
                "put std::monostate first: it stands for null");
  static constexpr Type type() { return variant_of<std::variant<As...>, As...>(); }
};
template <class... As>
struct Make<std::variant<std::monostate, As...>> {
  using Variant = std::variant<std::monostate, As...>;
  static constexpr Type type() {
    Type type = variant_of<Variant, As...>();
    type.reset = [](void* cell) { as<Variant>(cell) = std::monostate{}; };
    return type;
  }
};

}  // namespace types

/// The constant for T. Fails to compile, with a reason, where T cannot be held.
template <class T>
const Type& type_of() {
  static constexpr Type type = types::Make<T>::type();
  return type;
}

}  // namespace javaser
