-- SPDX-License-Identifier: Apache-2.0
-- Servers of a replica set: how they come together, and how the master changes.
local fiber = require('fiber')
local fio = require('fio')
local json = require('json')
local net_box = require('net.box')

local function with_credentials(uri)
    return 'replicator:replicator@' .. uri
end

-- What the first box.cfg of a server follows: who has nothing takes all that the master has. Others
-- begin with their own log.
local function first_source(server)
    if server.read_only and #fio.glob('*.snap') == 0 then
        return with_credentials(server.master)
    end
end

-- The same for the same place in a replica set, so that a replica that begins anew is known. nil of
-- a server that is alone.
local function instance_uuid(server)
    for number, uri in ipairs(server.replicas) do
        if uri == server.listen then
            return ('00000000-0000-4000-8000-%012d'):format(number)
        end
    end
end

-- How far the log of another server goes, by the number of who wrote it; nil if it does not answer.
local function position_of(uri)
    local connection = net_box.connect(uri, {connect_timeout = 1})
    local answered, position = pcall(connection.eval, connection, 'return box.info.vclock')
    connection:close()
    return answered and position or nil
end

local function covers(position, other)
    for number, sequence in pairs(other) do
        if (position[number] or 0) < sequence then
            return false
        end
    end
    return true
end

-- Until all is here that another has.
local function wait_for(position)
    while not covers(box.info.vclock, position) do
        fiber.sleep(0.002)
    end
end

-- A new replica can give to others what it gets from now on, but not what it began with: whoever
-- lacks some of that would be told of a gap, and would not ask again. So they have it before they
-- find this server.
local function wait_for_others(server)
    local began_with = box.info.vclock
    for _, uri in ipairs(server.replicas) do
        local position
        repeat
            position = uri ~= server.listen and position_of(uri)
        until not position or covers(position, began_with)
    end
end

-- Comes in touch with the others, whether they are there or not: opens the port, and follows all.
local function join(server, is_new)
    if is_new then
        wait_for_others(server)
    end
    box.cfg{listen = server.listen}
    if is_new then
        wait_for(position_of(server.master) or {})  -- for the same reason, the other way round
    end
    local sources = {}
    for i, uri in ipairs(server.replicas) do
        sources[i] = with_credentials(uri)
    end
    box.cfg{replication_connect_quorum = 0, replication = sources}
end

-- What the master does once: a user whom replicas log in as.
local function create_user()
    box.schema.user.create('replicator', {password = 'replicator', if_not_exists = true})
    box.schema.user.grant('replicator', 'replication', nil, nil, {if_not_exists = true})
end

local waiting, done = 0, 0  -- synchronous writes, and those that have ended

local function count_down()
    waiting = waiting - 1
    done = done + 1
end

local function count_write()
    waiting = waiting + 1
    box.on_commit(count_down)
    box.on_rollback(count_down)
end

-- Tarantool 2.6 at times overlooks that replicas have acknowledged a synchronous write, when that
-- comes before the master has written it itself. It counts again when the quorum is set: so it is,
-- where nothing goes on.
local function keep_going(space)
    space:on_replace(count_write)
    local quorum = box.cfg.replication_synchro_quorum
    while true do
        local before = done
        fiber.sleep(0.05)
        if waiting > 0 and done == before and not box.info.ro then
            box.cfg{replication_synchro_quorum = quorum + 1}
            box.cfg{replication_synchro_quorum = quorum}
        end
    end
end

-- How far the log goes, by the number of the server that wrote it.
local function position()
    return box.info.vclock
end

local function demote()
    box.cfg{read_only = true}
end

-- Takes writes, once all that others have is here: up to what they return of position(), as JSON.
local function promote(positions)
    for _, returned in ipairs(json.decode(positions)) do
        local position = {}
        for number, sequence in pairs(returned[1]) do
            position[tonumber(number)] = sequence
        end
        wait_for(position)
    end
    -- What the former master has not confirmed it will hardly confirm now: no time is lost waiting.
    local usual = box.cfg.replication_synchro_timeout
    box.cfg{read_only = false, replication_synchro_timeout = 0.05}
    box.ctl.clear_synchro_queue()
    box.cfg{replication_synchro_timeout = usual}
end

return {
    first_source = first_source,
    instance_uuid = instance_uuid,
    join = join,
    create_user = create_user,
    keep_going = keep_going,
    position = position,
    demote = demote,
    promote = promote,
}
