-- SPDX-License-Identifier: Apache-2.0
-- What each server runs: tarantool start.lua SETTINGS, in the server's own folder.
package.path = arg[0]:match('^(.*)/') .. '/?.lua;' .. package.path

local replication = require('replication')
local server = dofile(arg[1])
local began = replication.beginning(server)

box.cfg{
    log_level = 4,  -- warnings
    feedback_enabled = false,
    -- No snapshots: they disturb figures, and Tarantool 2.6 cannot load one that has records of a
    -- synchronous space.
    checkpoint_interval = 0,
    memtx_memory = server.memtx_memory,
    memtx_max_tuple_size = server.memtx_max_tuple_size,
    readahead = server.readahead,
    net_msg_max = server.net_msg_max,
    wal_mode = server.wal_mode,
    read_only = began.config.read_only,
    replication = began.config.replication,
    instance_uuid = began.config.instance_uuid,
    replication_timeout = began.config.replication_timeout,
    replication_synchro_quorum = began.config.replication_synchro_quorum,
}
require('control').listen(server.control)
require(server.role).start(server, began.is_new)
assert(loadstring('local server = ... ' .. server.extra_lua, '=extra_lua'))(server)

-- Nobody gets in before there is something to serve them.
replication.join(server, began)

local ready = io.open('/dev/fd/3', 'w')
ready:write('ready\n')
ready:close()
