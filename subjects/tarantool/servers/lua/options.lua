-- SPDX-License-Identifier: Apache-2.0
-- The options of a call as clients send them: absent, null, or with null for what is not set.

local NONE = {}

local function given(options)
    if options == nil then
        return NONE
    end
    for name, value in pairs(options) do
        if value == nil then
            options[name] = nil
        end
    end
    return options
end

return {given = given}
