-- SPDX-License-Identifier: Apache-2.0
-- One server of a replica set: an instance with others.
local fiber = require('fiber')
local local_calls = require('local_calls')
local replication = require('replication')
local spaces = require('spaces')

local function start(server, is_new)
    if not box.info.ro then
        replication.create_user()
        spaces.create_users(server)
        spaces.create_records()
        spaces.create_all_types()
        spaces.create_synchronous()
        spaces.load_records(server, is_new)
    end
    local_calls.publish()
    fiber.create(replication.keep_going, box.space.synchronous)
end

return {start = start}
