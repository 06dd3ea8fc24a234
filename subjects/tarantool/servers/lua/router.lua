-- SPDX-License-Identifier: Apache-2.0
-- A server that knows which storage has what.
local spaces = require('spaces')

local function start(server)
  spaces.create_users(server)
  local BUCKETS=3000
  local nb,digest=require('net.box'),require('digest'); local conns={}
  for i,uris in ipairs(server.storages) do conns[i]=nb.connect(uris[1],{reconnect_after=0.2,wait_connected=5}) end
  local crc=digest.crc32
  local function bucket(k) if type(k)=='table' or type(k)=='cdata' and box.tuple.is(k) then k=k[1] end return crc(tostring(k))%BUCKETS+1 end
  local function conn(b) return conns[math.floor((b-1)*#conns/BUCKETS)+1] end
  local meta={} ; local function md(s) local m=meta[s]; if not m then local sp=conns[1].space[s]; if not sp then return nil end m=sp:format(); for _,f in ipairs(m) do f.is_nullable=f.name=='bucket_id' or f.is_nullable end meta[s]=m end return m end
  local function err(c,m) return {class_name=c,err=m,str=c..': '..m,file='mini.lua',line=0} end
  local function one(s,b,fn,args,cls) local m=md(s); if not m then return nil,err(cls,('Space "%s" doesn\'t exist'):format(s)) end
    local ok,r,e=pcall(conn(b).call,conn(b),fn,args,{timeout=5}); if not ok then return nil,err(cls,tostring(r)) end
    if e then return nil,err(cls,'Failed: '..e.message) end
    return {metadata=m,rows={r}} end
  local crud={}
  function crud.get(s,k) return one(s,bucket(k),'st.get',{s,k},'GetError') end
  function crud.insert(s,t) local b=bucket(t[1]); t[2]=b return one(s,b,'st.insert',{s,t},'InsertError') end
  function crud.replace(s,t) local b=bucket(t[1]); t[2]=b return one(s,b,'st.replace',{s,t},'ReplaceError') end
  function crud.update(s,k,o) return one(s,bucket(k),'st.update',{s,k,o},'UpdateError') end
  function crud.upsert(s,t,o) local b=bucket(t[1]); t[2]=b return one(s,b,'st.upsert',{s,t,o},'UpsertError') end
  function crud.delete(s,k) return one(s,bucket(k),'st.delete',{s,k},'DeleteError') end
  local IT={['=']='EQ',['==']='EQ',['>']='GT',['>=']='GE',['<']='LT',['<=']='LE'}
  function crud.select(s,conds,o) local m=md(s); if not m then return nil,err('SelectError','no space') end local c=conds and conds[1]; local lim=o and o.first or 4294967295
    local ix=c and c[2] or 0; local it=c and IT[c[1]] or 'ALL'; local key=c and c[3] or {}
    local pk=conns[1].space[s].index[0].name
    if it=='EQ' and ix==pk then local b=bucket(key); local r,e=conn(b):call('st.select',{s,ix,it,key,lim}); if e then return nil,err('SelectError',e.message) end return {metadata=m,rows=r} end
    local fu,rows={}, {} ; for i,cc in ipairs(conns) do fu[i]=cc:call('st.select',{s,ix,it,key,lim},{is_async=true}) end
    for i=1,#fu do local r,e=fu[i]:wait_result(5); if not r then return nil,err('SelectError',tostring(e)) end for _,t in ipairs(r[1]) do if #rows<lim then rows[#rows+1]=t end end end
    return {metadata=m,rows=rows} end
  local function many(f) return function(s,ts) local rows,errs={}, {}; local m=md(s); for _,t in ipairs(ts) do local r,e=f(s,t); if r then rows[#rows+1]=r.rows[1] else e.operation_data=t errs[#errs+1]=e end end if #errs>0 then return #rows>0 and {metadata=m,rows=rows} or nil,errs end return {metadata=m,rows=rows} end end
  crud.insert_many=many(crud.insert); crud.replace_many=many(crud.replace)
  function crud.truncate(s) for _,c in ipairs(conns) do c:call('st.truncate',{s}) end return true end
  function crud.len(s) local r=0 for _,c in ipairs(conns) do r=r+c:call('st.len',{s}) end return r end
  _G.crud=crud; package.loaded.crud=crud
  _G.ddl={get_schema=function() local sp={} for _,s in ipairs{'test_space','test__profile'} do local x=conns[1].space[s]; local idx={} for i=0,#x.index do local y=x.index[i]; if y then local ps={} for _,p in ipairs(y.parts) do ps[#ps+1]={path=md(s)[p.fieldno].name,type=p.type,is_nullable=p.is_nullable or false} end idx[#idx+1]={name=y.name,type='TREE',unique=y.unique,parts=ps} end end
     sp[s]={format=md(s),engine='memtx',temporary=false,is_local=false,indexes=idx,sharding_key={md(s)[1].name}} end return {spaces=sp} end}
  function custom_crud_get_one_record(space,id) return crud.get(space,{id}).rows[1] end
  function custom_crud_insert_one_record(space,t) return crud.insert(space,t) end
  _G.cluster={get_instances=function() return server.routers end}
end

return {start = start}
