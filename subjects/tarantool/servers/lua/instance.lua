-- SPDX-License-Identifier: Apache-2.0
-- One server with all the spaces.
local local_calls = require('local_calls')
local spaces = require('spaces')

local function start(server, is_new)
    spaces.create_users(server)
    spaces.create_records()
    spaces.create_all_types()
    spaces.load_records(server, is_new)
    local_calls.publish()
end

return {start = start}
