-- SPDX-License-Identifier: Apache-2.0
-- A way in beside the binary port, for the program that started the server: it sends a chunk of
-- Lua and is answered with + and the JSON of what that returned, or with - and the error.
local json = require('json')
local socket = require('socket')

local function answer(ok, ...)
    if not ok then
        return '-' .. tostring((...))
    end
    local values = {}
    for i = 1, select('#', ...) do
        local value = select(i, ...)
        values[i] = value == nil and box.NULL or value
    end
    local encoded, text = pcall(json.encode, setmetatable(values, {__serialize = 'seq'}))
    return (encoded and '+' or '-') .. tostring(text)
end

local function serve(connection)
    local chunk, broken = loadstring(connection:read(2 ^ 30), '=evaluate')
    connection:write(chunk and answer(pcall(chunk)) or answer(false, broken))
end

local function listen(path)
    os.remove(path)  -- left by a server that was killed
    assert(socket.tcp_server('unix/', path, {name = 'control', handler = serve}))
end

return {listen = listen}
