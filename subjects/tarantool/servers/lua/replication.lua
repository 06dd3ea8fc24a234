-- SPDX-License-Identifier: Apache-2.0
-- Servers of a replica set: how they come together, and how the master changes.
--
-- Much of this is about synchronous writes, which Tarantool 2.6 has in their first version.
local fiber = require('fiber')
local fio = require('fio')
local json = require('json')
local net_box = require('net.box')

local QUORUM = 2
-- More than there are servers: nothing is taken for acknowledged.
local NO_QUORUM = 31
local SETTLE_TIMEOUT = 5

local function with_credentials(uri)
    return 'replicator:replicator@' .. uri
end

local function has_data()
    return #fio.glob('*.snap') > 0
end

-- What the first box.cfg says of replication, and how a server begins:
--   is_new        it has nothing yet; a replica takes all that the master has
--   is_returning  it has been master before, and must settle what it left open
local function beginning(server)
    local is_replicated = #server.replicas > 0
    local is_new = not has_data()
    local is_returning = is_replicated and not is_new and not server.read_only
    return {
        is_new = is_new,
        is_returning = is_returning,
        config = {
            read_only = server.read_only or is_returning,
            replication = is_new and server.read_only and with_credentials(server.master) or nil,
            instance_uuid = server.instance_uuid ~= '' and server.instance_uuid or nil,
            -- Replicas notice each other's end, and come back to each other, in a moment.
            replication_timeout = 0.2,
            replication_synchro_quorum = is_returning and NO_QUORUM or
                math.min(QUORUM, #server.replicas + 1),
        },
    }
end

-- What another server returns; nil if it does not answer.
local function ask(uri, lua, ...)
    local connection = net_box.connect(uri, {connect_timeout = 1})
    local answered, result = pcall(connection.eval, connection, lua, {...}, {timeout = 10})
    connection:close()
    return answered and result or nil
end

local function covers(position, other)
    for number, sequence in pairs(other) do
        if (position[number] or 0) < sequence then
            return false
        end
    end
    return true
end

-- How far the log goes, by the number of the server that wrote it.
local function position()
    return box.info.vclock
end

-- Until all is here that another has.
local function wait_for(other)
    while not covers(position(), other) do
        fiber.sleep(0.002)
    end
end

-- A new replica can give to others what it gets from now on, but not what it began with: whoever
-- lacks some of that would be told of a gap, and would not ask again. So they have it before they
-- find this server.
local function wait_for_others(server)
    local began_with = position()
    for _, uri in ipairs(server.replicas) do
        local other
        repeat
            other = uri ~= server.listen and ask(uri, 'return box.info.vclock')
        until not other or covers(other, began_with)
    end
end

-- Becomes the master, and ends what the former one has left open: what a quorum has within the time
-- is confirmed, the rest is taken back.
local function take_over(timeout)
    local usual = box.cfg.replication_synchro_timeout
    box.cfg{read_only = false, replication_synchro_timeout = timeout}
    box.ctl.clear_synchro_queue()
    box.cfg{replication_synchro_timeout = usual}
end

local waiting, done = 0, 0  -- synchronous writes made here, and those that have ended

local function count_down()
    waiting = waiting - 1
    done = done + 1
end

local function count_write()
    if not box.info.ro then  -- else it is the master's
        waiting = waiting + 1
        box.on_commit(count_down)
        box.on_rollback(count_down)
    end
end

-- Acknowledgements that come before the master has written a record itself are at times overlooked.
-- They are counted again when the quorum is set: so it is, where nothing goes on.
local function keep_going(space)
    space:on_replace(count_write)
    while true do
        local before = done
        fiber.sleep(0.05)
        if waiting > 0 and done == before then
            box.cfg{replication_synchro_quorum = QUORUM + 1}
            box.cfg{replication_synchro_quorum = QUORUM}
        end
    end
end

-- No more writes here, when those that are under way have ended.
local function demote()
    box.cfg{read_only = true}
    while waiting > 0 do
        fiber.sleep(0.002)
    end
end

-- Takes writes, once all that others have is here: up to what they return of position(), as JSON.
local function promote(positions)
    for _, returned in ipairs(json.decode(positions)) do
        local other = {}
        for number, sequence in pairs(returned[1]) do
            other[tonumber(number)] = sequence
        end
        wait_for(other)
    end
    -- The former may have acknowledged what is open here: it is not to be given up soon.
    take_over(SETTLE_TIMEOUT)
end

-- Confirms what a returning master, whose log goes that far, has left open.
local function settle(other)
    wait_for(other)
    take_over(0.05)  -- Its quorum is none: nothing is waited for.
    demote()
    return position()
end

local function has_synchronous_spaces()
    for _, space in box.space._space:pairs() do
        if space.flags.is_sync then
            return true
        end
    end
    return false
end

-- A master that was killed in the middle of synchronous writes finds them in its log, waiting. It
-- would crash at the first acknowledgement, since nobody waits any more: another server must
-- confirm them, as if it were to be master itself.
local function settle_elsewhere(server)
    local deadline = fiber.clock() + SETTLE_TIMEOUT
    repeat
        for _, uri in ipairs(server.replicas) do
            local settled = uri ~= server.listen and
                ask(uri, "return require('replication').settle(...)", position())
            if settled then
                return wait_for(settled)
            end
        end
        fiber.sleep(0.02)
    until fiber.clock() > deadline
end

-- Comes in touch with the others, whether they are there or not: opens the port, follows all, and
-- takes its role.
local function join(server, began)
    local is_new_replica = began.config.replication ~= nil
    if is_new_replica then
        wait_for_others(server)
    end
    box.cfg{listen = server.listen}
    if #server.replicas == 0 then
        return
    end
    if is_new_replica then
        -- For the same reason, the other way round.
        wait_for(ask(server.master, 'return box.info.vclock') or {})
    end
    local sources = {}
    for i, uri in ipairs(server.replicas) do
        sources[i] = with_credentials(uri)
    end
    box.cfg{replication_connect_quorum = 0, replication = sources}
    if began.is_returning then
        if has_synchronous_spaces() then
            settle_elsewhere(server)
        end
        box.cfg{replication_synchro_quorum = QUORUM, read_only = false}
    end
end

-- What the first master does once: a user whom replicas log in as.
local function create_user()
    box.schema.user.create('replicator', {password = 'replicator', if_not_exists = true})
    box.schema.user.grant('replicator', 'replication', nil, nil, {if_not_exists = true})
end

return {
    beginning = beginning,
    join = join,
    create_user = create_user,
    keep_going = keep_going,
    position = position,
    demote = demote,
    promote = promote,
    settle = settle,
}
