-- SPDX-License-Identifier: Apache-2.0
-- Which storage has a record: the buckets of vshard's function strcrc32.
local digest = require('digest')

local COUNT = 3000  -- vshard's default
local crc32 = digest.crc32

-- The bucket of a primary key: of its one value, or of a list of them.
local function of(key)
    if type(key) ~= 'table' then
        return crc32(tostring(key)) % COUNT + 1
    end
    if #key == 1 then
        return crc32(tostring(key[1])) % COUNT + 1
    end
    local sum = crc32.new()
    for _, part in ipairs(key) do
        sum:update(tostring(part))
    end
    return sum:result() % COUNT + 1
end

-- Which of so many storages has a bucket, from 0: each has one stretch of them.
local function shard(bucket, shards)
    return math.floor((bucket - 1) * shards / COUNT)
end

return {COUNT = COUNT, of = of, shard = shard}
