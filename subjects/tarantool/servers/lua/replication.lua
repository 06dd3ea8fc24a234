-- SPDX-License-Identifier: Apache-2.0
-- Servers of a replica set: how they come together, and how the master changes.
local fiber = require('fiber')
local fio = require('fio')
local json = require('json')

local function with_credentials(uri)
    return 'replicator:replicator@' .. uri
end

-- What the first box.cfg of a server follows: a new replica takes all it has from the first master.
-- Whoever has been here before begins with its own log.
local function first_source(server)
    if server.read_only and #fio.glob('*.snap') == 0 then
        return with_credentials(server.replicas[1])
    end
end

-- Follows the others from now on, whether they are there or not.
local function follow(server)
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

-- No more writes here. Returns how far the log goes.
local function demote()
    box.cfg{read_only = true}
    return box.info.id, box.info.lsn
end

-- Takes writes, once all that the former master has said is here: up to what its demote() returned,
-- as JSON; an empty list if it could not be asked.
local function promote(log_position)
    local former, lsn = unpack(json.decode(log_position))
    while former and (box.info.vclock[former] or 0) < lsn do
        fiber.sleep(0.001)
    end
    box.cfg{read_only = false}
    box.ctl.clear_synchro_queue()
end

return {
    first_source = first_source,
    follow = follow,
    create_user = create_user,
    demote = demote,
    promote = promote,
}
