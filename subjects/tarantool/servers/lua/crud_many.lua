-- SPDX-License-Identifier: Apache-2.0
-- The calls of the module crud that write several records: each storage gets all that are for it at
-- once. They return what could be done, and an error for each record that could not.
local crud_one = require('crud')
local errors = require('errors')
local given = require('options').given
local schema = require('schema')
local storages = require('storages')

local function kind(class, method)
    return {class = class, method = method}
end

local INSERT = kind('InsertManyError', 'insert')
local REPLACE = kind('ReplaceManyError', 'replace')
local UPSERT = kind('UpsertManyError', 'upsert')

local function run(connection, request, timeout)
    return pcall(function()
        return {connection:call('storage.batch', request.arguments, {timeout = timeout})}
    end)
end

local function error_about(record, class, message)
    local failure = errors.new(class, message)
    failure.operation_data = record
    return failure
end

-- What of `records` is for which storage: {storage, records} in the order that storages turn up in.
-- A record is the list of arguments of its operation. Appends to `failures` what is for none.
local function split(kind, space, records, is_object, failures)
    local batches, by_storage = {}, {}
    for _, record in ipairs(records) do
        local arguments = kind == UPSERT and {record[1], record[2]} or {record}
        local tuple, wrong = arguments[1]
        if is_object then
            tuple, wrong = schema.flattened(space, arguments[1])
        end
        local bucket
        if tuple then
            bucket, wrong = crud_one.set_bucket(space, tuple)
        end
        local storage = bucket and storages.of_bucket(bucket)
        if storage then
            if not by_storage[storage] then
                by_storage[storage] = {storage = storage, records = {}}
                table.insert(batches, by_storage[storage])
            end
            arguments[1] = tuple
            table.insert(by_storage[storage].records, arguments)
        else
            wrong = wrong or ('Failed to get replicaset for bucket_id %s'):format(tostring(bucket))
            table.insert(failures, error_about(arguments[1], kind.class, wrong))
        end
    end
    return batches
end

-- Appends what a storage has answered.
local function take(kind, batch, outcome, rows, failures)
    if not outcome.ok then
        for _, arguments in ipairs(batch.records) do
            local failure = errors.call(batch.storage, outcome.result)
            failure.operation_data = arguments[1]
            table.insert(failures, failure)
        end
        return
    end
    local tuples, failed = unpack(outcome.result)
    for _, tuple in ipairs(tuples) do
        table.insert(rows, tuple)
    end
    for _, failure in ipairs(failed) do
        local number, message, is_not_performed = unpack(failure)
        local class = is_not_performed and 'NotPerformedError' or kind.class
        table.insert(failures, error_about(batch.records[number][1], class, message))
    end
end

local function send(kind, space, batches, options, rows, failures)
    local of_storage, asked = {}, {}
    for i, batch in ipairs(batches) do
        of_storage[batch.storage] = batch
        asked[i] = batch.storage
    end
    local outcomes = storages.map(asked, function(storage)
        return storage:write({
            run = run,
            arguments = {
                space.name,
                kind.method,
                of_storage[storage].records,
                options.stop_on_error or false,
                options.rollback_on_error or false,
            },
        }, options.timeout)
    end)
    for _, outcome in ipairs(outcomes) do
        take(kind, of_storage[outcome.storage], outcome, rows, failures)
    end
end

local function many(kind, name, records, options, is_object)
    options = given(options)
    if #records == 0 then
        local missing = is_object and 'object' or 'tuple'
        return nil, {errors.new(kind.class, 'At least one %s expected', missing)}
    end
    local space, unknown = schema.existing(kind.class, name, options.timeout)
    if not space then
        return nil, {unknown}
    end
    local positions, wrong
    if options.fields then
        positions, wrong = schema.positions_of(space, options.fields)
        if not positions then
            return nil, {errors.new(kind.class, wrong)}
        end
    end
    local rows, failures = {}, {}
    local batches = split(kind, space, records, is_object, failures)
    local is_stopped = options.stop_on_error and #failures > 0
    if not is_stopped then
        send(kind, space, batches, options, rows, failures)
    end
    local result
    if not (is_stopped or #failures == #records or options.noreturn) then
        result = schema.result(space, rows, positions)
    end
    return result, #failures > 0 and failures or nil
end

local calls = {}

for prefix, kind_of_call in pairs{insert = INSERT, replace = REPLACE, upsert = UPSERT} do
    calls[prefix .. '_many'] = function(name, tuples, options)
        return many(kind_of_call, name, tuples, options, false)
    end
    calls[prefix .. '_object_many'] = function(name, objects, options)
        return many(kind_of_call, name, objects, options, true)
    end
end

return calls
