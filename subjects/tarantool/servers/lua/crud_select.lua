-- SPDX-License-Identifier: Apache-2.0
-- The calls of the module crud that look at many records: select, count, min, max, len, truncate.
local buckets = require('buckets')
local buffer = require('buffer')
local conditions_of = require('conditions')
local errors = require('errors')
local given = require('options').given
local merger = require('merger')
local msgpack = require('msgpack')
local requests = require('requests')
local schema = require('schema')
local storages = require('storages')

-- How many records a storage sends at once when the caller does not say.
local BATCH_SIZE = 1000
local NO_LIMIT = 2 ^ 32 - 1
local NO_PLACE = 'Failed to get replicaset for bucket_id %s'

local function run_call(connection, request, timeout)
    return pcall(connection.call, connection, request.name, request.arguments, {timeout = timeout})
end

-- Leaves the answer in a buffer, as it came.
local function run_raw_call(connection, request, timeout)
    request.buffer = buffer.ibuf()
    return pcall(connection.call, connection, request.name, request.arguments, {
        timeout = timeout,
        buffer = request.buffer,
        skip_header = true,
    })
end

local function send(storage, request, options)
    if options.mode == 'write' then
        return storage:write(request, options.timeout)
    end
    return storage:read(request, options.timeout, options)
end

-- Records of one storage, in the order of an index, batch by batch.
local Source = {}
Source.__index = Source

local function new_source(storage, space, query, batch_size, options)
    return setmetatable({
        storage = storage,
        space = space,
        query = table.copy(query),  -- `after` is this source's own
        batch_size = batch_size,
        options = options,
    }, Source)
end

-- Whether it went well; else the error.
function Source:fetch()
    local request = {
        run = run_raw_call,
        name = 'storage.select',
        arguments = {self.space.name, self.query, self.batch_size},
    }
    local ok, raised = send(self.storage, request, self.options)
    if not ok then
        return false, raised
    end
    local answer = request.buffer
    local _
    _, answer.rpos = msgpack.decode_array_header(answer.rpos, answer:size())
    self.query.after, answer.rpos = msgpack.decode(answer.rpos, answer:size())
    self.batch = answer
    return true
end

-- What a merger asks: the next batch of records.
function Source.next(source, step)
    if step > 0 then
        if source.query.after == nil then
            return nil
        end
        local ok, raised = source:fetch()
        if not ok then
            error(errors.call(source.storage, raised))
        end
    end
    return step + 1, source.batch
end

-- Where records that fulfil a plan can be. nil and a message if there is no such place.
local function storages_of(plan, options)
    local bucket = options.bucket_id
    if bucket == nil and plan.key and not options.force_map_call then
        bucket = buckets.of(plan.key)
    end
    if bucket == nil then
        return storages.all
    end
    local storage = storages.of_bucket(bucket)
    if not storage then
        return nil, NO_PLACE:format(tostring(bucket))
    end
    return {storage}
end

-- The first error of several outcomes.
local function error_of(outcomes)
    for _, outcome in ipairs(outcomes) do
        if not outcome.ok then
            return errors.call(outcome.storage, outcome.result)
        end
    end
end

-- The records that fulfil a plan, the first `limit` of them. nil and a message if a storage fails.
local function collect(space, plan, limit, options)
    local asked, nowhere = storages_of(plan, options)
    if not asked then
        return nil, nowhere
    end
    local batch_size = math.min(limit, options.batch_size or BATCH_SIZE)
    local sources = {}
    local outcomes = storages.map(asked, function(storage)
        local source = new_source(storage, space, plan.query, batch_size, options)
        table.insert(sources, source)
        return source:fetch()
    end)
    local failure = error_of(outcomes)
    if failure then
        return nil, 'Failed to call select on storage-side: ' .. failure.str
    end
    local batches = {}
    for i, source in ipairs(sources) do
        batches[i] = merger.new_buffer_source(Source.next, source, 0)
    end
    local order = schema.order_of(space, plan.index)
    local merged = merger.new(order, batches, {reverse = plan.query.backward})
    local ok, tuples = pcall(merged.select, merged, {limit = limit})
    if not ok then
        return nil, 'Failed to get next object: ' .. (tuples.str or tostring(tuples))
    end
    return tuples
end

-- The only record there can be. nil and a message if its storage fails.
local function get(space, key, options)
    local bucket = options.bucket_id or buckets.of(key)
    local storage = storages.of_bucket(bucket)
    if not storage then
        return nil, NO_PLACE:format(tostring(bucket))
    end
    local request = {run = requests.run, space = space.name, method = 'get', first = key}
    local ok, tuple = send(storage, request, options)
    if not ok then
        return nil, 'Failed to call select on storage-side: ' .. errors.call(storage, tuple).str
    end
    return {tuple}
end

-- Positions of the fields asked for, and of those that order the records: a row can then be
-- `after`.
local function positions_of(space, plan, fields)
    local positions, wrong = schema.positions_of(space, fields)
    if not positions then
        return nil, wrong
    end
    local seen = {}
    for _, position in ipairs(positions) do
        seen[position] = true
    end
    for _, index in ipairs{plan.index, space.primary} do
        for _, part in ipairs(index.parts) do
            if not seen[part.fieldno] then
                table.insert(positions, part.fieldno)
                seen[part.fieldno] = true
            end
        end
    end
    return positions
end

-- A whole record from a row of some positions, as far as its order needs it.
local function widened(row, positions, width)
    if not positions then
        return row
    end
    local record = {}
    for position = 1, width do
        record[position] = box.NULL
    end
    for i, position in ipairs(positions) do
        record[position] = row[i]
    end
    return record
end

local function reversed(list)
    local result = {}
    for i = #list, 1, -1 do
        table.insert(result, list[i])
    end
    return result
end

-- What is wrong with the options, in crud's words.
local function complaint(options)
    if options.batch_size and options.batch_size < 1 then
        return 'batch_size should be > 0'
    end
    if options.yield_every and options.yield_every < 1 then
        return 'yield_every should be > 0'
    end
    if options.first and options.first < 0 and not options.after then
        return 'Negative first should be specified only with after option'
    end
end

-- A plan and what the options say of it. nil and an error if it is wrong.
local function planned(class, space, conditions, options)
    local plan, wrong = nil, complaint(options)
    if not wrong then
        plan, wrong = schema.checked(conditions_of.plan, space, conditions)
    end
    if not plan then
        return nil, errors.new(class, wrong)
    end
    plan.query.yield_every = options.yield_every
    return plan
end

local function select_records(space, plan, positions, options)
    local first = options.first or NO_LIMIT
    local query = plan.query
    if first == 0 then
        return {}
    end
    if first < 0 then
        query.backward = not query.backward
    end
    query.after = options.after and widened(options.after, positions, #space.format)
    local tuples, wrong = collect(space, plan, math.abs(first), options)
    return tuples and first < 0 and reversed(tuples) or tuples, wrong
end

local function select_by_plan(space, conditions, options)
    local plan, wrong = planned('SelectError', space, conditions, options)
    if not plan then
        return nil, wrong
    end
    local positions, rows
    if options.fields then
        positions, wrong = positions_of(space, plan, options.fields)
    end
    if not wrong then
        rows, wrong = select_records(space, plan, positions, options)
    end
    if not rows then
        return nil, errors.new('SelectError', wrong)
    end
    return schema.result(space, rows, positions), nil
end

local function is_plain(options)
    return not options.after and not options.fields and not options.force_map_call and
        (options.first or 1) > 0
end

local function select(name, conditions, options)
    options = given(options)
    local space, wrong = schema.existing('SelectError', name, options.timeout)
    if not space then
        return nil, wrong
    end
    local key = is_plain(options) and conditions_of.only_key(space, conditions)
    if not key then
        return select_by_plan(space, conditions, options)
    end
    local rows
    rows, wrong = get(space, key, options)
    if not rows then
        return nil, errors.new('SelectError', wrong)
    end
    return schema.result(space, rows), nil
end

-- Calls a function of several storages. nil and an error if one fails.
local function call_all(class, verb, asked, name, arguments, options)
    local outcomes = storages.map(asked, function(storage)
        return send(storage, {run = run_call, name = name, arguments = arguments}, options)
    end)
    local failure = error_of(outcomes)
    if failure then
        return nil, errors.new(class, 'Failed to call %s on storage-side: %s', verb, failure.str)
    end
    return outcomes
end

local function sum_of(outcomes, wrong)
    if not outcomes then
        return nil, wrong
    end
    local sum = 0
    for _, outcome in ipairs(outcomes) do
        sum = sum + outcome.result
    end
    return sum, nil
end

local function count(name, conditions, options)
    options = given(options)
    local space, plan, asked, wrong
    space, wrong = schema.existing('CountError', name, options.timeout)
    if not space then
        return nil, wrong
    end
    plan, wrong = planned('CountError', space, conditions, options)
    if not plan then
        return nil, wrong
    end
    asked, wrong = storages_of(plan, options)
    if not asked then
        return nil, errors.new('CountError', wrong)
    end
    local arguments = {name, plan.query}
    return sum_of(call_all('CountError', 'count', asked, 'storage.count', arguments, options))
end

local function len(name, options)
    options = given(options)
    local space, wrong = schema.existing('LenError', name, options.timeout)
    if not space then
        return nil, wrong
    end
    return sum_of(call_all('LenError', 'len', storages.all, 'storage.len', {name}, options))
end

local function truncate(name, options)
    options = table.copy(given(options))
    options.mode = 'write'
    local space, outcomes, wrong
    space, wrong = schema.existing('TruncateError', name, options.timeout)
    if not space then
        return nil, wrong
    end
    local arguments = {name}
    outcomes, wrong = call_all('TruncateError', 'truncate', storages.all, 'storage.truncate',
                               arguments, options)
    return outcomes and true, wrong
end

local function index_of(space, name)
    local index = name == nil and space.primary or space.indexes[name]
    if not index then
        return nil, ("Index %q of space %q doesn't exist"):format(tostring(name), space.name)
    end
    return index
end

-- The first record of an index, or the last: each storage's, and then the one among these.
local function border(is_last, name, index_name, options)
    options = given(options)
    local space, unknown = schema.existing('BorderError', name, options.timeout)
    if not space then
        return nil, unknown
    end
    local index, positions, rows, wrong
    index, wrong = schema.checked(index_of, space, index_name)
    if index and options.fields then
        positions, wrong = schema.positions_of(space, options.fields)
    end
    if not wrong then
        local query = {index = index.name, backward = is_last, filters = {}}
        rows, wrong = collect(space, {index = index, query = query}, 1, options)
    end
    if not rows then
        return nil, errors.new('BorderError', wrong)
    end
    return schema.result(space, rows, positions), nil
end

local function min(...)
    return border(false, ...)
end

local function max(...)
    return border(true, ...)
end

return {select = select, count = count, len = len, truncate = truncate, min = min, max = max}
