// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "javaser/descriptor.hpp"

/// Classes of the JDK that values are written as. Constants, as serialVersionUIDs, are from the
/// "Serialized Form" page of its documentation.
namespace javaser::java {

/// A serializable class without fields of its own.
ClassDescriptor make_class(std::string_view name, std::uint64_t suid, std::uint8_t flags,
                           const ClassDescriptor* super = nullptr);

/// The class of an array. Its serialVersionUID is that of a public class's arrays;
/// ObjectInputStream does not compare those of arrays.
ClassDescriptor make_array_class(const std::string& name);

/// The box of a primitive type, by its code.
const ClassDescriptor& box(char code);
/// `java.lang.Integer` for I.
std::string_view box_name(char code);

const ClassDescriptor& enumeration();  ///< java.lang.Enum
const ClassDescriptor& array_list();
const ClassDescriptor& linked_hash_set();
const ClassDescriptor& linked_hash_map();

}  // namespace javaser::java
