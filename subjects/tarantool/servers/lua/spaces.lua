-- SPDX-License-Identifier: Apache-2.0
-- Users, spaces and records. Made by whoever takes writes; replicas get them from there.
local buckets = require('buckets')
local uuid = require('uuid')

local function field(name, type, is_nullable)
    return {name = name, type = type, is_nullable = is_nullable}
end

local function create(name, fields, options)
    options = options or {}
    options.format = fields
    options.if_not_exists = true
    local space = box.schema.space.create(name, options)
    space:create_index(fields[1].name, {parts = {1}, if_not_exists = true})
    return space
end

local function create_sharded(name, fields)
    create(name, fields):create_index('bucket_id', {
        parts = {2},
        unique = false,
        if_not_exists = true,
    })
end

local function create_users(server)
    local options = {if_not_exists = true}
    box.schema.user.create(server.user, {password = server.password, if_not_exists = true})
    box.schema.user.create(server.stranger, {
        password = server.stranger_password,
        if_not_exists = true,
    })
    box.schema.user.grant(server.user, 'super', nil, nil, options)
    box.schema.user.grant('guest', 'super', nil, nil, options)
end

-- The two spaces of the benchmark.
local function create_records()
    create_sharded('test_space', {
        field('id', 'unsigned'),
        field('bucket_id', 'unsigned'),
        field('field1', 'string'),
        field('field2', 'unsigned'),
    })
    create_sharded('test__profile', {
        field('profile_id', 'unsigned'),
        field('bucket_id', 'unsigned'),
        field('fio', 'string'),
        field('age', 'unsigned'),
        field('balance', 'unsigned', true),
    })
end

-- A field of each type that a space can have.
local function create_all_types()
    create('all_types', {
        field('id', 'unsigned'),
        field('boolean', 'boolean', true),
        field('integer', 'integer', true),
        field('unsigned', 'unsigned', true),
        field('double', 'double', true),
        field('number', 'number', true),
        field('string', 'string', true),
        field('varbinary', 'varbinary', true),
        field('decimal', 'decimal', true),
        field('uuid', 'uuid', true),
        field('array', 'array', true),
        field('map', 'map', true),
        field('scalar', 'scalar', true),
        field('any', 'any', true),
    })
end

-- A write to it is there when a quorum has it.
local function create_synchronous()
    create('synchronous', {field('id', 'unsigned'), field('value', 'string')}, {is_sync = true})
end

-- The records that a new server is to begin with: those whose buckets are its own. One transaction
-- holds some hundred, so that others get a turn.
local function load_records(server, is_new)
    if not is_new then
        return
    end
    local some = 500
    for first = server.first_key, server.first_key + server.records - 1, some do
        box.begin()
        for key = first, math.min(first + some, server.first_key + server.records) - 1 do
            local bucket = buckets.of(key)
            if buckets.shard(bucket, server.shards) == server.shard then
                local number = key - server.first_key
                box.space.test_space:replace{key, bucket, uuid.str(), number}
                box.space.test__profile:replace{key, bucket, uuid.str(), number % 100, number}
            end
        end
        box.commit()
    end
end

return {
    create_users = create_users,
    create_records = create_records,
    create_all_types = create_all_types,
    create_synchronous = create_synchronous,
    load_records = load_records,
}
