// SPDX-License-Identifier: Apache-2.0
#include "writer_forms.hpp"

#include <algorithm>

#include "writer_classes.hpp"

namespace javaser {

namespace {

// `Lgeo/Point;` for geo.Point, `[I` for itself.
std::string signature_of_class(std::string_view name) {
  std::string signature(name);
  std::ranges::replace(signature, '.', '/');
  return signature.front() == '[' ? signature : 'L' + signature + ';';
}

bool descends(const StructBinding& binding, const StructBinding& from) {
  const StructBinding* at = &binding;
  while (at != &from && at->super != nullptr) at = &at->super();
  return at == &from;
}

// As an object: of a primitive its box.
std::string object_signature(const Type& type) {
  if (type.shape == Shape::primitive) return signature_of_class(java::box_name(type.code));
  return signature_of(type);
}

// Of one that may hold several: the first alternative, if all others are its subclasses.
std::string common_signature(const Type& type) {
  const auto alternatives = type.alternatives();
  const Type& first = alternatives.front()();
  const bool is_common = std::ranges::all_of(alternatives.subspan(1), [&](TypeFunction other) {
    return first.shape == Shape::structure && other().shape == Shape::structure &&
           descends(other().structure(), first.structure());
  });
  return is_common ? object_signature(first) : "Ljava/lang/Object;";
}

}  // namespace

std::string signature_of(const Type& type) {
  switch (type.shape) {
    case Shape::primitive:
      return std::string(1, type.code);
    case Shape::string:
    case Shape::utf16_string:
      return "Ljava/lang/String;";
    case Shape::enumeration:
      return signature_of_class(type.enumeration().java_name);
    case Shape::structure:
      return signature_of_class(type.structure().java_name);
    case Shape::sequence:
      return type.is_list ? "Ljava/util/List;" : '[' + signature_of(type.element());
    case Shape::set:
      return "Ljava/util/Set;";
    case Shape::map:
      return "Ljava/util/Map;";
    case Shape::optional:
    case Shape::unique:
    case Shape::shared:
    case Shape::variant:
      break;
  }
  return common_signature(type);
}

const WriteForm& WriteForms::of(const Type& type) {
  const auto [entry, is_new] = forms_.try_emplace(&type);
  WriteForm& form = entry->second;  // types that hold each other find it before it is complete
  if (!is_new) return form;
  form.type = &type;
  form.number = static_cast<std::uint32_t>(forms_.size()) - 1;
  switch (type.shape) {
    case Shape::primitive:
      form.java_class = &java::box(type.code);
      break;
    case Shape::enumeration:
      form.java_class = &enum_class(type.enumeration());
      break;
    case Shape::structure:
      form.level = &level_of(type.structure());
      form.java_class = &form.level->descriptor;
      break;
    case Shape::sequence:
      form.java_class = type.is_list ? &java::array_list() : &array_class(type);
      break;
    case Shape::set:
      form.java_class = &java::linked_hash_set();
      break;
    case Shape::map:
      form.java_class = &java::linked_hash_map();
      break;
    default:
      break;
  }
  if (type.element != nullptr) form.element = &of(type.element());
  if (type.mapped != nullptr) form.mapped = &of(type.mapped());
  if (type.alternatives != nullptr)
    for (const TypeFunction alternative : type.alternatives())
      form.alternatives.push_back(&of(alternative()));
  return form;
}

const WriteLevel& WriteForms::level_of(const StructBinding& binding) {
  const auto [entry, is_new] = levels_.try_emplace(&binding);
  WriteLevel& level = entry->second;
  if (!is_new) return level;
  level.binding = &binding;
  if (binding.super != nullptr) level.super = &level_of(binding.super());
  level.descriptor = java::make_class(binding.java_name, binding.suid, flag::serializable,
                                      level.super ? &level.super->descriptor : nullptr);
  std::vector<const FieldBinding*> in_order;
  for (const FieldBinding& field : binding.fields) in_order.push_back(&field);
  const auto is_primitive = [](const FieldBinding* field) {
    return field->type().shape == Shape::primitive;
  };
  std::ranges::sort(in_order, {}, [&](const FieldBinding* field) {
    return std::pair(!is_primitive(field), field->name);
  });
  for (const FieldBinding* field : in_order) {
    const Type& type = field->type();
    std::string signature = signature_of(type);
    (is_primitive(field) ? level.primitives : level.references).push_back({field, &of(type)});
    level.descriptor.primitive_bytes += size_of_type(type.code);
    level.descriptor.fields.push_back({signature.front(), std::string(field->name),
                                       is_primitive(field) ? std::string() : std::move(signature)});
  }
  return level;
}

const ClassDescriptor& WriteForms::enum_class(const EnumBinding& binding) {
  const std::string name(binding.java_name);
  return classes_
      .try_emplace(name, java::make_class(name, 0, flag::serializable | flag::enumeration,
                                          &java::enumeration()))
      .first->second;
}

const ClassDescriptor& WriteForms::array_class(const Type& type) {
  std::string name = signature_of(type);
  std::ranges::replace(name, '/', '.');
  return classes_.try_emplace(name, java::make_array_class(name)).first->second;
}

}  // namespace javaser
