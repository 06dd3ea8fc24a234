-- SPDX-License-Identifier: Apache-2.0
-- What a router knows of spaces: asked once, and again when a storage says that it has changed.
local buckets = require('buckets')
local errors = require('errors')
local key_def = require('key_def')
local storages = require('storages')

local known = {}  -- by name

local function forget()
    known = {}
end

local function parts_of(index)
    local parts = {}
    for i, part in ipairs(index.parts) do
        parts[i] = {
            fieldno = part.fieldno,
            type = part.type,
            is_nullable = part.is_nullable,
            collation = part.collation,
        }
    end
    return parts
end

local function describe(remote)
    local format = remote:format()
    local space = {
        name = remote.name,
        format = format,
        -- A tuple is sent as it is; a table would be encoded again in each answer.
        metadata = box.tuple.new(format),
        positions = {},
        indexes = {},   -- by name
        indexes_in_order = {},
        by_field = {},  -- indexes by the position of their first field
    }
    for position, field in ipairs(format) do
        space.positions[field.name] = position
    end
    for id = 0, 127 do  -- no more than a space can have
        local index = remote.index[id]
        if index then
            local described = {name = index.name, unique = index.unique, parts = parts_of(index)}
            space.indexes[index.name] = described
            table.insert(space.indexes_in_order, described)
            local first = described.parts[1].fieldno
            space.by_field[first] = space.by_field[first] or described
            space.primary = space.primary or described
        end
    end
    space.key_field = #space.primary.parts == 1 and space.primary.parts[1].fieldno or nil
    space.bucket_field = space.positions.bucket_id
    -- What conditions can call the primary key.
    space.key_names = {[space.primary.name] = true}
    local field = space.key_field and format[space.key_field].name
    if field and not space.indexes[field] then
        space.key_names[field] = true
    end
    return space
end

local function remote_space(connection, name)
    local remote = connection.space[name]
    return remote and remote.index[0] and remote or nil
end

-- A space of a live connection, as described above; nil: it has none.
local function of(connection, name)
    if known[name] or type(name) ~= 'string' then
        return known[name]
    end
    if not remote_space(connection, name) then
        connection:ping({timeout = 1})  -- Its answer tells of a newer schema, if there is one.
    end
    local remote = remote_space(connection, name)
    known[name] = remote and describe(remote)
    return known[name]
end

-- A space by its name; nil and an error of that class if there is none, or nobody to ask.
local function existing(class, name, timeout)
    if known[name] then
        return known[name]
    end
    local connection = storages.any_connection(timeout)
    if not connection then
        return nil, errors.new(class, 'Failed to get the schema: no storage answers')
    end
    local space = of(connection, name)
    if not space then
        return nil, errors.new(class, "Space %q doesn't exist", tostring(name))
    end
    return space
end

-- What check(space, ...) returns: a value, or nil and a message. What is wrong must be so by the
-- newest schema.
local function checked(check, space, ...)
    local value, wrong = check(space, ...)
    if value == nil then
        local connection = storages.any_connection()
        local is_there = connection and connection:ping({timeout = 1})
        local remote = is_there and remote_space(connection, space.name)
        for name, newest in pairs(remote and describe(remote) or {}) do
            space[name] = newest
        end
        value, wrong = check(space, ...)
    end
    return value, wrong
end

-- All spaces that have buckets.
local function sharded()
    local connection = storages.any_connection()
    local spaces = {}
    local is_there = connection and connection:ping({timeout = 1})  -- for the newest schema
    for name in pairs(is_there and connection.space or {}) do
        local is_system = type(name) ~= 'string' or name:sub(1, 1) == '_'
        local space = not is_system and of(connection, name)
        if space and space.bucket_field then
            table.insert(spaces, space)
        end
    end
    return spaces
end

local function start()
    for _, storage in ipairs(storages.all) do
        for _, connection in ipairs(storage.connections) do
            connection:on_schema_reload(forget)
        end
    end
end

-- The bucket that a tuple's primary key puts it in.
local function bucket_of(space, tuple)
    if space.key_field then
        return buckets.of(tuple[space.key_field])
    end
    local key = {}
    for i, part in ipairs(space.primary.parts) do
        key[i] = tuple[part.fieldno]
    end
    return buckets.of(key)
end

-- How an index orders tuples: by its own parts, then by the primary key's.
local function order_of(space, index)
    return key_def.new(index.parts):merge(key_def.new(space.primary.parts))
end

-- Some fields of a space: their positions, in the order asked for, and their format. nil and a
-- message if there is no such field.
local function find_positions(space, fields)
    local positions = {}
    for i, name in ipairs(fields) do
        positions[i] = space.positions[name]
        if not positions[i] then
            return nil, ("Space format doesn't contain field named %q"):format(name)
        end
    end
    return positions
end

local function positions_of(space, fields)
    return checked(find_positions, space, fields)
end

local function format_of(space, positions)
    local format = {}
    for i, position in ipairs(positions) do
        format[i] = space.format[position]
    end
    return format
end

local function picked(tuple, positions)
    local values = {}
    for i, position in ipairs(positions) do
        local value = tuple[position]
        values[i] = value == nil and box.NULL or value
    end
    return values
end

-- What crud returns: rows and their format, of all fields or some positions.
local function result(space, rows, positions)
    if not positions then
        return {metadata = space.metadata, rows = rows}
    end
    for i, row in ipairs(rows) do
        rows[i] = picked(row, positions)
    end
    return {metadata = format_of(space, positions), rows = rows}
end

local function flatten(space, object)
    for name in pairs(object) do
        if not space.positions[name] then
            return nil, ('Unknown field %q is specified'):format(name)
        end
    end
    local tuple = {}
    for position, field in ipairs(space.format) do
        local value = object[field.name]
        if value == nil and not field.is_nullable and position ~= space.bucket_field then
            return nil, ("Field %q isn't nullable"):format(field.name)
        end
        tuple[position] = value == nil and box.NULL or value
    end
    return tuple
end

-- The tuple of an object. nil and a message if it is none of this space's.
local function flattened(space, object)
    return checked(flatten, space, object)
end

return {
    existing = existing,
    sharded = sharded,
    checked = checked,
    start = start,
    bucket_of = bucket_of,
    order_of = order_of,
    positions_of = positions_of,
    result = result,
    flattened = flattened,
}
