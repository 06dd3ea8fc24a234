-- SPDX-License-Identifier: Apache-2.0
-- A server that knows which storage has what. It keeps nothing itself.
local schema = require('schema')
local spaces = require('spaces')
local storages = require('storages')

local function index_schema(space, index)
    local parts = {}
    for i, part in ipairs(index.parts) do
        parts[i] = {
            path = space.format[part.fieldno].name,
            type = part.type,
            is_nullable = part.is_nullable or false,
            collation = part.collation,
        }
    end
    return {name = index.name, type = 'TREE', unique = index.unique, parts = parts}
end

local function space_schema(space)
    local indexes, sharding_key = {}, {}
    for i, index in ipairs(space.indexes_in_order) do
        indexes[i] = index_schema(space, index)
    end
    for i, part in ipairs(space.primary.parts) do
        sharding_key[i] = space.format[part.fieldno].name
    end
    return {
        format = space.format,
        indexes = indexes,
        sharding_key = sharding_key,
        engine = 'memtx',
        temporary = false,
        is_local = false,
    }
end

-- In the shape of the module ddl.
local function get_schema()
    local described = {}
    for _, space in ipairs(schema.sharded()) do
        described[space.name] = space_schema(space)
    end
    return {spaces = described}
end

-- What the original benchmark's own functions do.
local function get_one_record(space, key)
    local result, wrong = _G.crud.get(space, key)
    if not result then
        return nil, wrong
    end
    return result.rows[1]
end

local function insert_one_record(space, tuple)
    return _G.crud.insert(space, tuple)
end

local function start(server)
    spaces.create_users(server)
    storages.start(server.storages)
    schema.start()

    _G.crud = require('crud').crud
    for _, more in ipairs{'crud_select', 'crud_many'} do
        for name, call in pairs(require(more)) do
            _G.crud[name] = call
        end
    end
    _G.ddl = {get_schema = get_schema}
    _G.cluster = {
        get_instances = function() return server.routers end,
        wait_connected = storages.wait_connected,
    }
    _G.custom_crud_get_one_record = get_one_record
    _G.custom_crud_insert_one_record = insert_one_record
end

return {start = start}
