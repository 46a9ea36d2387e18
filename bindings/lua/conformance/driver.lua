-- The conformance driver: luajit driver.lua LIBRARY (bindings/conformance/README.md).
local adit = require "adit"
local json, errors = adit.json, adit.errors
local library = adit.load(arg[1])
local cores, heard = {}, nil

local function listen(_, text) heard[#heard + 1] = text end

local requests = {
    catalog = function(of)
        return { out = json.encode(library:catalog(of.app ~= json.null and of.app or nil)) }
    end,
    open = function(of)
        local core = library:open(of.app, { config = json.decode(of.config), on_message = listen })
        cores[#cores + 1] = core
        return { core = #cores }
    end,
    send = function(of, core)
        if of.client then core:submit(of.client, of.text) else core:send(of.text) end
        return {}
    end,
    process = function(of, core) core:process(of.timeout) return {} end,
    call = function(of, core) return { out = select(2, core:call(of.text, of.timeout)) } end,
    wakeup = function(_, core) core:wakeup() return {} end,
    close = function(of, core) core:close(of.timeout) return {} end,
}

for line in io.lines() do
    local name, of = next(json.decode(line))
    local core = cores[of.core]
    heard = json.array()
    local is_good, answer = pcall(requests[name], of, core)
    if not is_good then
        local failure = errors.is(answer) and answer or errors.new(errors.EINTERNAL, tostring(answer))
        answer = { error = { code = failure.code, offset = failure.offset or json.null, text = failure.text } }
    end
    if core then
        answer.messages = heard
        answer.ready = not core.is_closed and core:is_ready()
    end
    io.write(json.encode(answer), "\n")
    io.flush()
end
