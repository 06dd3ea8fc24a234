-- SPDX-License-Identifier: Apache-2.0
-- Failures as crud tells them: values, not raised errors.

-- What crud takes a stack for, too.
local WITH_STACK = {CallError = true, ParseConditionError = true, SelectError = true}

local function new(class, message, ...)
    if select('#', ...) > 0 then
        message = message:format(...)
    end
    local caller = debug.getinfo(2, 'Sl')
    return {
        class_name = class,
        err = message,
        str = class .. ': ' .. message,
        file = caller.short_src,
        line = caller.currentline,
        stack = WITH_STACK[class] and debug.traceback('', 2) or nil,
    }
end

-- The code of an error that a call raised; 0 of one that is no error of Tarantool's.
local function code(raised)
    return type(raised) == 'cdata' and raised.code or 0
end

-- Whether it is not known what became of a call: nobody answered.
local function is_lost(raised)
    local number = code(raised)
    return number == box.error.NO_CONNECTION or number == box.error.TIMEOUT
end

-- What a call to a storage raised, as crud wraps it.
local function call(storage, raised)
    local text = is_lost(raised) and '%s' or 'Function returned an error: %s'
    return new('CallError', 'Failed for %s: ' .. text, storage.name, tostring(raised))
end

return {new = new, code = code, is_lost = is_lost, call = call}
