// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "javaser/error.hpp"
#include "javaser/tree.hpp"

namespace javaser {

/// A tree in JSON, in ASCII: `{"items":[...],"error":null}`. Neither depth nor size of the tree
/// matters to the memory that this takes, but for what is open at a time.
///
/// Items are `{"op":"object","value":...}`, `{"op":"bytes","hex":...}` (block data), `{"op":
/// "reset"}` and `{"op":"aborted","value":...}` with the text of the writer's exception. Values are
/// null, strings (lone surrogates as `\udXXX`), `{"ref":n}` for what was printed before with
/// `"id":n`, and objects with an id and a kind:
///
/// * box, list, set, map, date, bigint, bigdec, uuid, text: what meaning.hpp tells. Where a class
///   below a known one has data of its own, `fields` and `custom` follow.
/// * enum, class, desc, array, proxy
/// * object: `fields`, and where classes wrote by hand `"custom":[{"in":class,"raw":hex}]`, the
///   stream's bytes up to TC_ENDBLOCKDATA. Records are objects here: streams do not tell.
/// * externalizable: `"fields":[]` and such a `raw`.
///
/// Primitives are numbers, true and false, `{"char":65}`, `{"float":"3fc00000"}` and
/// `{"double":"7ff8000000000000"}`, of which the bits are told.
///
/// The error is null or `{"kind":"bad_handle","offset":17,"message":...}`.
void write_json(const Tree& tree, std::ostream& out);

/// The name of an error's kind: `bad_handle`.
const char* kind_of(ErrorCode code);

}  // namespace javaser
