-- The core that keeps values, in Lua, on lua-cjson. Ids and dates stay texts, whose form is looked at. cjson writes numbers
-- with 14 digits.
local cjson = require "cjson"
local kept = {}
local id = "^" .. ("%x"):rep(8) .. "%-" .. (("%x"):rep(4) .. "%-"):rep(3) .. ("%x"):rep(12) .. "$"
local date = "^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d%.?%d*Z$"
local isKept = {
    integers = function(value) return type(value) == "number" and value % 1 == 0 end,
    doubles = function(value) return type(value) == "number" end,
    ids = function(value) return type(value) == "string" and value:find(id) ~= nil end,
    dates = function(value) return type(value) == "string" and value:find(date) ~= nil end,
}

local function onlyMember(object)
    local key, value = next(object)
    if key == nil or next(object, key) ~= nil then error("one member is expected") end
    return key, value
end

function handle(text)
    local app, body = onlyMember(cjson.decode(text))
    local kind, request = onlyMember(body)
    local name, values = onlyMember(request)
    if app ~= "values" or kind ~= "request" or name ~= "keep" then error("unknown request") end
    local key, list = onlyMember(values)
    local check = isKept[key] or error("unknown kind " .. key)
    for _, value in ipairs(list) do
        if not check(value) then error("a value of another kind") end
    end
    kept = { [key] = list }
    hear(cjson.encode { values = { response = { wasKept = kept } } })
end
