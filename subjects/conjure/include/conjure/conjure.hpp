// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The whole runtime for the Conjure wire format.
#include "conjure/alias.hpp"       // IWYU pragma: export
#include "conjure/any.hpp"         // IWYU pragma: export
#include "conjure/box.hpp"         // IWYU pragma: export
#include "conjure/codec.hpp"       // IWYU pragma: export
#include "conjure/enum.hpp"        // IWYU pragma: export
#include "conjure/error.hpp"       // IWYU pragma: export
#include "conjure/map.hpp"         // IWYU pragma: export
#include "conjure/map_codec.hpp"   // IWYU pragma: export
#include "conjure/object.hpp"      // IWYU pragma: export
#include "conjure/options.hpp"     // IWYU pragma: export
#include "conjure/plain.hpp"       // IWYU pragma: export
#include "conjure/primitives.hpp"  // IWYU pragma: export
#include "conjure/set.hpp"         // IWYU pragma: export
#include "conjure/union.hpp"       // IWYU pragma: export
