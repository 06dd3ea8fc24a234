-- SPDX-License-Identifier: Apache-2.0
-- The calls of the module crud on one record, in its shapes: {metadata, rows} and nil, or nil and
-- an error. Written from its documentation, for servers that do not have it.
local buckets = require('buckets')
local errors = require('errors')
local given = require('options').given
local requests = require('requests')
local schema = require('schema')
local storages = require('storages')

local function kind(class, method)
    return {class = class, method = method}
end

local GET = kind('GetError', 'get')
local DELETE = kind('DeleteError', 'delete')
local UPDATE = kind('UpdateError', 'update')
local INSERT = kind('InsertError', 'insert')
local REPLACE = kind('ReplaceError', 'replace')
local UPSERT = kind('UpsertError', 'upsert')

local function failed(kind, storage, raised)
    if errors.is_lost(raised) then
        return errors.new(kind.class, 'Failed to call %s on storage-side: %s', kind.method,
                          errors.call(storage, raised).str)
    end
    return errors.new(kind.class, 'Failed to %s: %s', kind.method, tostring(raised))
end

-- Sends to the storage of a bucket, and shapes what it answers.
local function perform(kind, space, bucket, first, second, options)
    local storage = storages.of_bucket(bucket)
    if not storage then
        return nil, errors.new(kind.class, 'Failed to get replicaset for bucket_id %s', bucket)
    end
    local positions, wrong
    if options.fields ~= nil then
        positions, wrong = schema.positions_of(space, options.fields)
        if not positions then
            return nil, errors.new(kind.class, wrong)
        end
    end
    local request = {
        run = requests.run,
        method = kind.method,
        space = space.name,
        first = first,
        second = second,
    }
    local ok, tuple
    if kind == GET and options.mode ~= 'write' then
        ok, tuple = storage:read(request, options.timeout, options)
    else
        ok, tuple = storage:write(request, options.timeout)
    end
    if not ok then
        return nil, failed(kind, storage, tuple)
    end
    if options.noreturn then
        return nil, nil
    end
    return schema.result(space, {tuple}, positions), nil
end

local function by_key(kind, name, key, second, options)
    options = given(options)
    local space, missing = schema.existing(kind.class, name, options.timeout)
    if not space then
        return nil, missing
    end
    local bucket = options.bucket_id
    if bucket == nil then
        bucket = buckets.of(key)
    end
    return perform(kind, space, bucket, key, second, options)
end

-- Puts a bucket into a tuple: the one that it or the caller says, or its key's. nil and a message
-- if they disagree.
local function set_bucket(space, tuple, said)
    local bucket = tuple[space.bucket_field]
    if bucket == nil then
        bucket = said
    elseif said ~= nil and said ~= bucket then
        local message = 'Tuple and opts.bucket_id contain different bucket_id values: %s and %s'
        return nil, message:format(tostring(bucket), tostring(said))
    end
    if bucket == nil then
        bucket = schema.bucket_of(space, tuple)
    end
    tuple[space.bucket_field] = bucket
    return bucket
end

local function by_tuple(kind, name, tuple, second, options, is_object)
    options = given(options)
    local space, wrong = schema.existing(kind.class, name, options.timeout)
    if not space then
        return nil, wrong
    end
    if is_object then
        tuple, wrong = schema.flattened(space, tuple)
        if not tuple then
            return nil, errors.new(kind.class, 'Failed to flatten object: FlattenError: %s', wrong)
        end
    end
    local bucket
    bucket, wrong = set_bucket(space, tuple, options.bucket_id)
    if not bucket then
        return nil, errors.new(kind.class, 'Failed to get bucket ID: BucketIDError: %s', wrong)
    end
    return perform(kind, space, bucket, tuple, second, options)
end

local crud = {}

function crud.get(name, key, options)
    return by_key(GET, name, key, nil, options)
end

function crud.delete(name, key, options)
    return by_key(DELETE, name, key, nil, options)
end

function crud.update(name, key, operations, options)
    return by_key(UPDATE, name, key, operations, options)
end

function crud.insert(name, tuple, options)
    return by_tuple(INSERT, name, tuple, nil, options)
end

function crud.insert_object(name, object, options)
    return by_tuple(INSERT, name, object, nil, options, true)
end

function crud.replace(name, tuple, options)
    return by_tuple(REPLACE, name, tuple, nil, options)
end

function crud.replace_object(name, object, options)
    return by_tuple(REPLACE, name, object, nil, options, true)
end

function crud.upsert(name, tuple, operations, options)
    return by_tuple(UPSERT, name, tuple, operations, options)
end

function crud.upsert_object(name, object, operations, options)
    return by_tuple(UPSERT, name, object, operations, options, true)
end

return {crud = crud, set_bucket = set_bucket}
