-- SPDX-License-Identifier: Apache-2.0
-- What each server runs: tarantool start.lua SETTINGS, in the server's own folder.
package.path = arg[0]:match('^(.*)/') .. '/?.lua;' .. package.path

local server = dofile(arg[1])
local replication = require('replication')
local source = replication.first_source(server)

box.cfg{
    log_level = 4,  -- warnings
    feedback_enabled = false,
    memtx_memory = server.memtx_memory,
    memtx_max_tuple_size = server.memtx_max_tuple_size,
    readahead = server.readahead,
    net_msg_max = server.net_msg_max,
    wal_mode = server.wal_mode,
    read_only = server.read_only,
    instance_uuid = replication.instance_uuid(server),
    replication = source,
    -- Replicas notice each other's end, and come back to each other, in a moment.
    replication_timeout = 0.2,
    replication_synchro_quorum = math.min(2, math.max(1, #server.replicas)),
}
require('control').listen(server.control)
require(server.role).start(server)
assert(loadstring('local server = ... ' .. server.extra_lua, '=extra_lua'))(server)

-- Nobody gets in before there is something to serve them.
replication.join(server, source ~= nil)

local ready = io.open('/dev/fd/3', 'w')
ready:write('ready\n')
ready:close()
