-- SPDX-License-Identifier: Apache-2.0
-- A router's connections: to all replicas of all storages, and which of them to ask.
--
-- A request is a table with a function run(connection, request, timeout), which returns what
-- pcall() does: whether it went well, and the result or the error. So do read() and write().
local buckets = require('buckets')
local errors = require('errors')
local fiber = require('fiber')
local net_box = require('net.box')

local DEFAULT_TIMEOUT = 2  -- crud's, in seconds
-- How much of a call's time is for waiting until there is someone to ask. The answer must reach a
-- client whose patience may be as long.
local WAITING = 0.75
local RECONNECT_AFTER = 0.1
local LONGEST_PAUSE = 0.1
local ROLE_TIMEOUT = 0.3

local READONLY = box.error.READONLY
local NO_CONNECTION = box.error.NO_CONNECTION
local clock = fiber.clock

local Storage = {}
Storage.__index = Storage

local function connect(uri)
    return net_box.connect(uri, {
        wait_connected = false,
        reconnect_after = RECONNECT_AFTER,
        connect_timeout = 1,
    })
end

local function new_storage(number, uris)
    local connections = {}
    for i, uri in ipairs(uris) do
        connections[i] = connect(uri)
    end
    return setmetatable({
        name = 'storage-' .. number,
        connections = connections,
        master = 1,  -- as far as is known
        turn = 0,    -- of reads that are balanced
        searching = false,
        searched = fiber.cond(),
    }, Storage)
end

-- Whether requests can be sent: it is connected and knows the spaces.
local function is_usable(connection)
    return connection.space and connection:is_connected()
end

local function ask_role(connection)
    return is_usable(connection) and
        connection:eval('return box.info.ro', {}, {is_async = true}) or nil
end

-- Asks all replicas whether they take writes, and remembers who does. Whoever comes while another
-- fiber is at it waits for what that one finds.
function Storage:find_master()
    if self.searching then
        self.searched:wait(2 * ROLE_TIMEOUT)
        return
    end
    self.searching = true
    local answers = {}
    for i, connection in ipairs(self.connections) do
        local ok, answer = pcall(ask_role, connection)
        answers[i] = ok and answer or false
    end
    local deadline = clock() + ROLE_TIMEOUT
    for i, answer in ipairs(answers) do
        local result = answer and answer:wait_result(math.max(0, deadline - clock()))
        if result and result[1] == false then
            self.master = i
            break
        end
    end
    self.searching = false
    self.searched:broadcast()
end

-- Who does not answer may be master no more. The search is not for this request: that is over.
function Storage:suspect_master()
    if #self.connections > 1 and not self.searching then
        fiber.create(self.find_master, self)
    end
end

-- On the master. What may have been done there already is not done again.
function Storage:write(request, timeout)
    timeout = timeout or DEFAULT_TIMEOUT
    local connection = self.connections[self.master]
    if is_usable(connection) then
        local ok, result = request.run(connection, request, timeout)
        if ok or errors.code(result) ~= READONLY then
            if not ok and errors.is_lost(result) then
                self:suspect_master()
            end
            return ok, result
        end
    end
    return self:write_to_next_master(request, timeout)
end

function Storage:write_to_next_master(request, timeout)
    local started = clock()
    local pause = LONGEST_PAUSE / 16
    local failure
    repeat
        self:find_master()
        local connection = self.connections[self.master]
        if is_usable(connection) then
            local ok, result = request.run(connection, request, started + timeout - clock())
            if ok or errors.code(result) ~= READONLY then
                return ok, result
            end
            failure = result
        end
        fiber.sleep(pause)
        pause = math.min(2 * pause, LONGEST_PAUSE)
    until clock() - started > WAITING * timeout
    return false, failure or box.error.new(NO_CONNECTION)
end

-- Where a read begins to look for a replica: it goes on with the next ones.
function Storage:first_choice(options)
    local count = #self.connections
    if count == 1 or options == nil or not (options.balance or options.prefer_replica) then
        return self.master
    end
    self.turn = self.turn + 1
    if not options.prefer_replica then
        return self.turn % count + 1
    end
    local distance = options.balance and self.turn % (count - 1) + 1 or 1
    return (self.master + distance - 1) % count + 1
end

-- On the master, or on a replica where that is wanted or the master is gone.
function Storage:read(request, timeout, options)
    timeout = timeout or DEFAULT_TIMEOUT
    local deadline = clock() + timeout
    local count = #self.connections
    local choice = self:first_choice(options)
    local connection = self.connections[choice]
    local failure
    if is_usable(connection) then
        -- Who hangs must leave time for another.
        local ok, result = request.run(connection, request, count == 1 and timeout or timeout / 2)
        if ok or not errors.is_lost(result) then
            return ok, result
        end
        failure = result
        self:suspect_master()
    end
    local last_try = deadline - (1 - WAITING) * timeout
    repeat
        for i = 0, count - 1 do
            connection = self.connections[(choice + i) % count + 1]
            local rest = deadline - clock()
            if rest > 0 and is_usable(connection) then
                local ok, result = request.run(connection, request, rest)
                if ok or not errors.is_lost(result) then
                    return ok, result
                end
                failure = result
            end
        end
        fiber.sleep(RECONNECT_AFTER / 4)
    until clock() > last_try
    return false, failure or box.error.new(NO_CONNECTION)
end

local all = {}  -- the storages, in the order of their buckets

local function start(uris_of_storages)
    for number, uris in ipairs(uris_of_storages) do
        all[number] = new_storage(number, uris)
    end
end

-- nil if there is no such bucket.
local function of_bucket(bucket)
    return all[buckets.shard(bucket, #all) + 1]
end

-- The same on several storages at once: {storage, ok, result} for each, in their order.
local function map(storages, perform)
    local fibers = {}
    local outcomes = {}
    for i, storage in ipairs(storages) do
        fibers[i] = fiber.new(perform, storage)
        fibers[i]:set_joinable(true)
    end
    for i, storage in ipairs(storages) do
        local finished, ok, result = fibers[i]:join()
        outcomes[i] = {storage = storage, ok = finished and ok, result = finished and result or ok}
    end
    return outcomes
end

-- Whether all replicas can be asked, after waiting for them for so many seconds.
local function wait_connected(timeout)
    local deadline = clock() + timeout
    for _, storage in ipairs(all) do
        for _, connection in ipairs(storage.connections) do
            if not connection:wait_connected(math.max(0, deadline - clock())) then
                return false, storage.name .. ': ' .. tostring(connection.error)
            end
        end
    end
    return true
end

-- Some connection that can be asked; waits for one if need be. nil: there was none.
local function any_connection(timeout)
    local deadline = clock() + WAITING * (timeout or DEFAULT_TIMEOUT)
    repeat
        for _, storage in ipairs(all) do
            for _, connection in ipairs(storage.connections) do
                if connection.state == 'active' then
                    return connection
                end
            end
        end
        fiber.sleep(RECONNECT_AFTER / 4)
    until clock() > deadline
end

return {
    all = all,
    start = start,
    of_bucket = of_bucket,
    map = map,
    wait_connected = wait_connected,
    any_connection = any_connection,
}
