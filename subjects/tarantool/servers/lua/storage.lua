-- SPDX-License-Identifier: Apache-2.0
-- A server that keeps the records of some buckets, and what routers call there.
local fiber = require('fiber')
local key_def = require('key_def')
local replication = require('replication')
local spaces = require('spaces')

local YIELD_EVERY = 1000  -- crud's default, in records looked at

local TESTS = {
    ['=='] = function(order) return order == 0 end,
    ['<'] = function(order) return order < 0 end,
    ['<='] = function(order) return order <= 0 end,
    ['>'] = function(order) return order > 0 end,
    ['>='] = function(order) return order >= 0 end,
}

local function space_of(name)
    return box.space[name] or box.error(box.error.NO_SUCH_SPACE, name)
end

-- Which records pass all of the filters {parts, operator, key}.
local function filter_of(filters)
    local compiled = {}
    for i, filter in ipairs(filters) do
        local parts, operator, key = unpack(filter)
        for _, part in ipairs(parts) do
            part.is_nullable = true
        end
        compiled[i] = {definition = key_def.new(parts), test = TESTS[operator], key = key}
    end
    return function(tuple)
        for _, filter in ipairs(compiled) do
            if not filter.test(filter.definition:compare_with_key(tuple, filter.key)) then
                return false
            end
        end
        return true
    end
end

-- Whether a walk along an index has passed its end, a bound {key, whether that is within}.
local function past_end(definition, bound, sign)
    if not bound then
        return function() return false end
    end
    local key, within = unpack(bound)
    return function(tuple)
        local order = sign * definition:compare_with_key(tuple, key)
        return order > 0 or (order == 0 and not within)
    end
end

-- Where a walk begins: a key, an iterator, and which records come before the beginning even so.
-- `after` is a record that they are to come after, in the order of the index and the primary key.
local function beginning(space, index, bound, backward, after)
    local sign = backward and -1 or 1
    local key, within = {}, true
    if bound then
        key, within = unpack(bound)
    end
    if after then
        local definition = key_def.new(index.parts)
        local last = box.tuple.new(after)
        local order = bound and sign * definition:compare_with_key(last, key) or 1
        if order > 0 or (order == 0 and within) then
            local whole = definition:merge(key_def.new(space.index[0].parts))
            local iterator = backward and box.index.LE or box.index.GE
            return definition:extract_key(last), iterator, function(tuple)
                return sign * whole:compare(tuple, last) <= 0
            end
        end
    end
    local iterator = backward and (within and box.index.LE or box.index.LT) or
        (within and box.index.GE or box.index.GT)
    return key, iterator, function() return false end
end

-- Walks along an index, as a query of conditions.lua says, and lets visit() see each record that is
-- asked for until that returns false.
local function walk(name, query, visit)
    local space = space_of(name)
    local index = space.index[query.index]
    local from, to = query.lower, query.upper
    if query.backward then
        from, to = to, from
    end
    local key, iterator, is_before = beginning(space, index, from, query.backward, query.after)
    local is_past = past_end(key_def.new(index.parts), to, query.backward and -1 or 1)
    local passes = filter_of(query.filters)
    local looked_at, yield_every = 0, query.yield_every or YIELD_EVERY
    local before = true
    for _, tuple in index:pairs(key, {iterator = iterator}) do
        before = before and is_before(tuple)
        if not before then
            if is_past(tuple) or (passes(tuple) and not visit(tuple)) then
                return
            end
        end
        looked_at = looked_at + 1
        if looked_at % yield_every == 0 then
            fiber.yield()
        end
    end
end

local storage = {}

-- At most `limit` records; before them the last one if there may be more, for the next query.after.
function storage.select(name, query, limit)
    local tuples = {}
    walk(name, query, function(tuple)
        table.insert(tuples, tuple)
        return #tuples < limit
    end)
    return #tuples == limit and tuples[limit] or box.NULL, tuples
end

function storage.count(name, query)
    local count = 0
    walk(name, query, function()
        count = count + 1
        return true
    end)
    return count
end

function storage.len(name)
    return space_of(name):len()
end

function storage.truncate(name)
    space_of(name):truncate()
    return true
end

local NOT_PERFORMED = 'Operation with tuple was not performed'
local ROLLED_BACK = 'Operation with tuple was rollback'

-- The same operation on several records, each a list of arguments, in one transaction. Returns the
-- resulting tuples, and for each record that failed {its number, message, whether it was not
-- performed because of another}.
function storage.batch(name, method, records, stop_on_error, rollback_on_error)
    if box.info.ro then
        box.error(box.error.READONLY)
    end
    local space = space_of(name)
    local operation = space[method]
    local done, tuples, failures = {}, {}, {}
    box.begin()
    for number, arguments in ipairs(records) do
        if stop_on_error and #failures > 0 then
            table.insert(failures, {number, NOT_PERFORMED, true})
        else
            local ok, result = pcall(operation, space, unpack(arguments))
            if ok then
                table.insert(done, number)
                table.insert(tuples, result)
            else
                table.insert(failures, {number, tostring(result), false})
            end
        end
    end
    if rollback_on_error and #failures > 0 then
        box.rollback()
        for _, number in ipairs(done) do
            table.insert(failures, {number, ROLLED_BACK, true})
        end
        return {}, failures
    end
    box.commit()
    return tuples, failures
end

local function start(server, is_new)
    if not box.info.ro then
        replication.create_user()
        spaces.create_users(server)
        spaces.create_records()
        spaces.load_records(server, is_new)
    end
    _G.storage = storage
end

return {start = start}
