-- SPDX-License-Identifier: Apache-2.0
-- Requests to one space of a storage, for storages.lua to send: {run = run, space, method, first,
-- second}, where the method is one of net.box's spaces, with one argument or two.
local errors = require('errors')

local NO_SUCH_SPACE = box.error.NO_SUCH_SPACE

local function once(connection, request, timeout)
    local space = connection.space[request.space]
    if not space then
        return false, box.error.new(NO_SUCH_SPACE, request.space)
    end
    if request.second ~= nil then
        return pcall(space[request.method], space, request.first, request.second, {
            timeout = timeout,
        })
    end
    return pcall(space[request.method], space, request.first, {timeout = timeout})
end

-- A space may be newer than what the connection knows, and one that was made anew has a new number.
-- Nothing has been done then; an answer to anything brings the newest schema.
local function run(connection, request, timeout)
    local ok, result = once(connection, request, timeout)
    if not ok and errors.code(result) == NO_SUCH_SPACE then
        connection:ping({timeout = timeout})
        return once(connection, request, timeout)
    end
    return ok, result
end

return {run = run}
