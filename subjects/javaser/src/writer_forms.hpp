// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "javaser/descriptor.hpp"
#include "javaser/type.hpp"

namespace javaser {

struct WriteForm;

/// One class of a bound struct's hierarchy, with its fields in the stream's order.
struct WriteLevel {
  struct Field {
    const FieldBinding* binding;
    const WriteForm* form;
  };
  const StructBinding* binding = nullptr;
  const WriteLevel* super = nullptr;
  ClassDescriptor descriptor;
  std::vector<Field> primitives;
  std::vector<Field> references;
};

/// What values of a C++ type are written as.
struct WriteForm {
  const Type* type = nullptr;
  std::uint32_t number = 0;  ///< how many forms were made before it
  /// The class of the object: of a primitive its box. Null for strings and for what holds others.
  const ClassDescriptor* java_class = nullptr;
  const WriteLevel* level = nullptr;  ///< of a structure: its own class
  const WriteForm* element = nullptr;
  const WriteForm* mapped = nullptr;
  std::vector<const WriteForm*> alternatives;
};

/// How Java declares a field of the type, or an element: `I`, `Ljava/lang/String;`, `[I`.
std::string signature_of(const Type& type);

/// The forms of all types that a writer has met. They stay where they are.
class WriteForms {
 public:
  const WriteForm& of(const Type& type);

  const WriteLevel& level_of(const StructBinding& binding);

 private:
  const ClassDescriptor& enum_class(const EnumBinding& binding);
  const ClassDescriptor& array_class(const Type& type);

  std::unordered_map<const Type*, WriteForm> forms_;
  std::unordered_map<const StructBinding*, WriteLevel> levels_;
  std::unordered_map<std::string, ClassDescriptor> classes_;  // of enums and arrays, by name
};

}  // namespace javaser
