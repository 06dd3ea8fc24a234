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

return {new = new, code = code}
