-- SPDX-License-Identifier: Apache-2.0
-- A server that keeps some of the buckets.
local replication = require('replication')
local spaces = require('spaces')

local function start(server)
    if not server.read_only then
        replication.create_user()
        spaces.create_users(server)
        spaces.create_records()
        spaces.load_records(server)
    end
  local function guard(f) return function(...) local ok,r=pcall(f,...) if ok then return r end return nil,{code=type(r)=='cdata' and r.code or 0,message=tostring(r),class_name='StorageError',err=tostring(r),str=tostring(r)} end end
  _G.st={ get=guard(function(s,k) return box.space[s]:get(k) end), insert=guard(function(s,t) return box.space[s]:insert(t) end), replace=guard(function(s,t) return box.space[s]:replace(t) end),
    update=guard(function(s,k,o) return box.space[s]:update(k,o) end), upsert=guard(function(s,t,o) return box.space[s]:upsert(t,o) end), delete=guard(function(s,k) return box.space[s]:delete(k) end),
    select=guard(function(s,i,it,k,lim) return box.space[s].index[i]:select(k,{iterator=it,limit=lim}) end), truncate=function(s) box.space[s]:truncate() return true end, len=function(s) return box.space[s]:len() end }
end

return {start = start}
