-- SPDX-License-Identifier: Apache-2.0
-- The benchmark's functions on a server that has the spaces itself.
local buckets = require('buckets')

local function get_one_record(space, key)
    return box.space[space]:get(key)
end

-- The tuple may come without its bucket, as it does to routers.
local function insert_one_record(space, tuple)
    if tuple[2] == nil then
        tuple[2] = buckets.of(tuple[1])
    end
    return box.space[space]:insert(tuple)
end

local function publish()
    _G.custom_crud_get_one_record = get_one_record
    _G.custom_crud_insert_one_record = insert_one_record
end

return {publish = publish}
