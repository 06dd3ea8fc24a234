-- SPDX-License-Identifier: Apache-2.0
-- What crud's conditions {operator, index or field, value} come to: an index to walk along, from
-- where to where, and what else a record must be like.

local OPERATORS = {
    ['='] = '==',
    ['=='] = '==',
    ['<'] = '<',
    ['<='] = '<=',
    ['>'] = '>',
    ['>='] = '>=',
}

-- nil, or what is wrong with a condition, in crud's words.
local function complaint(condition)
    if type(condition) ~= 'table' then
        return ('Each condition should be table, got %q'):format(type(condition))
    end
    if #condition > 3 or #condition < 2 then
        return 'Each condition should be {"<operator>", "<operand>", <value>}'
    end
    local operator = condition[1]
    if type(operator) ~= 'string' then
        return ('condition[1] should be string, got %q'):format(type(operator))
    end
    if not OPERATORS[operator] then
        return ("condition[1] %q isn't a valid condition operator,"):format(operator)
    end
end

local function key_of(value)
    if value == nil then
        return {box.NULL}
    end
    return type(value) == 'table' and value or {value}
end

-- An index by its name, or a field by its name or position with the index that begins with it, if
-- there is one. crud itself takes names only.
local function operand_of(space, operand)
    local index = space.indexes[operand]
    if index then
        return index.parts, index
    end
    local position = space.positions[operand] or operand
    local field = space.format[position]
    if field then
        local part = {fieldno = position, type = field.type, is_nullable = field.is_nullable}
        local leading = space.by_field[position]
        return {leading and leading.parts[1] or part}, leading
    end
end

-- A filter of each condition: {parts, operator, key, index}. nil and a message if some are wrong.
local function parse(space, conditions)
    local filters = {}
    for number, condition in ipairs(conditions) do
        local wrong = complaint(condition)
        if wrong then
            local message = 'Failed to parse conditions: ParseConditionError: %s (condition %d)'
            return nil, message:format(wrong, number)
        end
        local parts, index = operand_of(space, condition[2])
        if not parts then
            return nil, ('Failed to plan select: No field or index %q found'):format(
                tostring(condition[2]))
        end
        filters[number] = {
            parts = parts,
            operator = OPERATORS[condition[1]],
            key = key_of(condition[3]),
            index = index,
        }
    end
    return filters
end

-- What the first condition on an index says of where to begin and to end. A bound is {key, whether
-- that is within}.
local function bounds_of(filter)
    local operator, key = filter.operator, filter.key
    local bound = {key, operator == '==' or operator == '<=' or operator == '>='}
    return (operator ~= '<' and operator ~= '<=') and bound or nil,
        (operator ~= '>' and operator ~= '>=') and bound or nil
end

local function is_whole_primary_key(space, filter)
    return filter.operator == '==' and filter.index == space.primary and
        #filter.key == #space.primary.parts
end

-- nil and a message if the conditions are wrong; else a plan:
--   index  to walk along, a description of schema.lua
--   key    the whole primary key of the only record there can be, or nil
--   query  for storages: the index's name, the bounds `lower` and `upper`, whether to walk
--          `backward`, and `filters`: {parts, operator, key} each
local function plan(space, conditions)
    local parsed, wrong = parse(space, conditions == nil and {} or conditions)
    if not parsed then
        return nil, wrong
    end
    local index, key
    local query = {backward = false, filters = {}}
    for _, filter in ipairs(parsed) do
        if is_whole_primary_key(space, filter) then
            key = filter.key
        end
        if filter.index and not index then
            index = filter.index
            query.lower, query.upper = bounds_of(filter)
            query.backward = filter.operator == '<' or filter.operator == '<='
        else
            table.insert(query.filters, {filter.parts, filter.operator, filter.key})
        end
    end
    index = index or space.primary
    query.index = index.name
    return {index = index, key = key, query = query}
end

-- The whole primary key, if conditions are no more than that: the usual case, which needs no plan.
local function only_key(space, conditions)
    local condition = conditions ~= nil and #conditions == 1 and conditions[1]
    if type(condition) == 'table' and OPERATORS[condition[1]] == '==' and
        space.key_names[condition[2]] then
        local key = key_of(condition[3])
        return #key == #space.primary.parts and key or nil
    end
end

return {plan = plan, only_key = only_key}
