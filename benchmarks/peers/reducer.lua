-- The todo core and the counter in Lua, on lua-cjson: a reducer that changes its state in place.
local cjson = require "cjson"
local decode, encode = cjson.decode, cjson.encode
local state = { items = {}, byId = {}, completed = 0, counter = 0 }
local known = { id = true, text = true, completed = true, created = true, due = true, alterDate = true }
local uuid = "^" .. ("%x"):rep(8) .. "%-" .. (("%x"):rep(4) .. "%-"):rep(3) .. ("%x"):rep(12) .. "$"
local none = setmetatable({}, { __name = "an empty object" })

local function onlyMember(object)
    local key, value = next(object)
    if key == nil or next(object, key) ~= nil then error("one member is expected") end
    return key, value
end

local function drawId()
    local random = math.random
    return ("%08x-%04x-4%03x-%04x-%012x"):format(random(0, 0xFFFFFFFF), random(0, 0xFFFF), random(0, 0xFFF),
        random(0x8000, 0xBFFF), random(0, 0xFFFFFFFFFFFF))
end

local function now() return os.date("!%Y-%m-%dT%H:%M:%SZ") end

local function tell(answer) hear(encode(answer)) end

local function requestReview()
    tell { appReview = { requestReview = none } }
    return #state.items >= 3 or state.completed >= 1
end

local function add(body)
    local item = body.item
    for key in pairs(item) do if not known[key] then error("unknown key " .. key) end end
    if type(item.text) ~= "string" or not item.text:find("%S") then error("no text") end
    if item.id ~= nil and not item.id:find(uuid) then error("no UUID") end
    local id = item.id and item.id:lower() or drawId()
    if state.byId[id] then error("doubled") end
    local added = {
        id = id, text = item.text, completed = item.completed == true, created = item.created or now(),
        due = item.due, alterDate = item.alterDate,
    }
    state.byId[id] = added
    state.items[#state.items + 1] = added
    tell { todo = { response = { wasAdded = added } } }
    requestReview()
end

local function check(body, completed)
    local item = state.byId[body.id]
    if item == nil then error("unknown item") end
    if item.completed ~= completed then
        item.completed = completed
        item.alterDate = now()
        state.completed = state.completed + (completed and 1 or -1)
    end
    tell { todo = { response = completed and { wasChecked = item } or { wasUnchecked = item } } }
    if completed then requestReview() end
end

function handle(text)
    local app, body = onlyMember(decode(text))
    local kind, request = onlyMember(body)
    if kind ~= "request" then error("no request") end
    local name, arguments = onlyMember(request)
    if app == "counter" and name == "increment" then
        state.counter = state.counter + arguments.by
        tell { counter = { response = { wasIncremented = { to = state.counter } } } }
    elseif app == "todo" and name == "add" then
        add(arguments)
    elseif app == "todo" and (name == "check" or name == "uncheck") then
        check(arguments, name == "check")
    else
        error("unknown request")
    end
end
