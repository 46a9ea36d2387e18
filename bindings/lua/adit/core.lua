--- A core.
local ffi = require "ffi"
local arguments = require "adit.arguments"
local cdef = require "adit.cdef"
local errors = require "adit.errors"
local json = require "adit.json"
local library = require "adit.library"
local Future = require "adit.future"
local Gateways = require "adit.gateways"
local Mirror = require "adit.mirror"

local Core = {}
Core.__index = Core

local function text_of(message)
    if type(message) == "string" then return message end
    if type(message) ~= "table" then arguments.refuse(message, "a message is expected, a table or a string with its text") end
    return json.encode(message)
end

--- Opens a core of an app.
--
-- @param app the app's name
-- @param options `config`, a table; `on_message(message, text)`, which receives each message that no request, mirror or
--   gateway takes; `gateways`, a function per name; `on_error(failure, gateway)`, which receives the errors of gateways, that
--   are also answers, and writes them to standard error by default; `pull`, for `core:receive` in place of `on_message`
function library.Library:open(app, options)
    options = options or {}
    arguments.name(app, "the name of an app")
    arguments.of_type(options, "table", "the options of a core")
    if options.config ~= nil then arguments.of_type(options.config, "table", "the config") end
    arguments.callable(options.on_message, "on_message")
    arguments.callable(options.on_error, "on_error")
    if options.gateways ~= nil then arguments.of_type(options.gateways, "table", "the gateways") end
    for name, serve in pairs(options.gateways or {}) do arguments.callable(serve, "the gateway " .. tostring(name)) end
    local core = setmetatable({
        library = self, on_message = options.on_message or function() end, on_error = options.on_error, requests = {}, mirrors = {}, next_request = 0,
        -- What is collected without `close` is closed. The token is collected with the core, whatever the order.
    }, Core)
    local config = json.decode(json.encode(options.config or {}))
    if options.gateways then
        local names = json.array()
        for name in pairs(options.gateways) do names[#names + 1] = name end
        table.sort(names)
        config.gateways = config.gateways or names
        core.gateways = Gateways.new(core, options.gateways)
    end
    local text, out, record = json.encode(config), ffi.new("adit_core[1]"), ffi.new("adit_error")
    self:check(self.c.adit_open(cdef.ABI_VERSION, app, text, #text, not options.pull and self.callback or nil, nil, nil, out,
        record), record)
    core.id = out[0]
    core.token = newproxy(true)
    local receivers, key, c = self.receivers, tostring(core.id), self.c
    getmetatable(core.token).__gc = function()
        receivers[key] = nil
        c.adit_close(out[0], 1000)
    end
    -- The receiver must not keep the core alive.
    local weak = setmetatable({ core = core }, { __mode = "v" })
    receivers[key] = function(message)
        local receiving = weak.core
        if receiving then receiving:deliver(message) end
    end
    return core
end

--- Calls a method, and keeps its error for the call that drives.
function Core:guard(method, ...)
    local is_good, failure = pcall(method, self, ...)
    if not is_good and self.failure == nil then self.failure = { failure } end
end

--- Passes a message to who waits for it.
function Core:deliver(text) self:guard(self.dispatch, text) end

--- Fails what waits: its answers will not come.
function Core:lose(failure)
    local requests = self.requests
    self.requests = {}
    local first
    for _, future in pairs(requests) do
        -- What a coroutine that goes on throws must not keep the others waiting.
        local is_good, thrown = pcall(future.fail, future, failure)
        if not is_good and first == nil then first = { thrown } end
    end
    if self.gateways then self.gateways:cancel_all() end
    if first then error(first[1], 0) end
end

--- The end and the beginning of the core's process, if that is `adit serve`.
function Core:follow_process(message)
    if message["@crashed"] then
        self:lose(errors.new(errors.ECRASHED, "the core's process ended before there was an answer"))
    elseif message["@gone"] then
        self:lose(errors.of_message(message["@gone"]))
    elseif message["@reopened"] then
        for _, mirror in pairs(self.mirrors) do
            local is_good, failure = pcall(mirror.subscribe, mirror)
            -- After another crash, another `@reopened` follows.
            if not is_good and not errors.is(failure, "ECRASHED") then error(failure, 0) end
        end
    end
end

-- Messages with a request's id on the way to its answer.
local function is_underway(message) return message["@log"] or message["@gap"] or message["@progress"] end

--- Passes a message to the gateway, the mirror or the request that it is for. Returns false if there is none.
function Core:take(message)
    if message["@effect"] then return self.gateways and self.gateways:begin(message["@effect"]) end
    if message["@cancel"] then return self.gateways and self.gateways:cancel(message["@cancel"].effect) end
    if message["@client"] then return false end -- a client may use the same names and ids
    local update = message["@value"] or message["@patch"]
    local mirror = update and self.mirrors[update.subscription]
    if mirror then
        mirror:update(message)
        return true
    end
    local id = message["@id"]
    local waiting = type(id) == "string" and not is_underway(message) and self.requests[id]
    if not waiting then return false end
    self.requests[id] = nil
    if message["@error"] then
        waiting:fail(errors.of_message(message["@error"]))
    else
        waiting:complete(message)
    end
    return true
end

--- Passes on a message; with `delivery = "batches"`, each of an array.
function Core:dispatch(text)
    local message = json.decode(text)
    if not json.is_array(message) then return self:pass(message, text) end
    for _, part in ipairs(message) do self:guard(self.pass, part, json.encode(part)) end
end

function Core:pass(message, text)
    if message["@crashed"] or message["@gone"] or message["@reopened"] then
        local is_good, failure = pcall(self.follow_process, self, message)
        self.on_message(message, text)
        if not is_good then error(failure, 0) end
        return
    end
    if not self:take(message) then return self.on_message(message, text) end
end

function Core:check_open()
    if self.is_closed then error(errors.new(errors.ECORE, "the core is closed"), 0) end
end

--- After a call that has driven: sends replies that were kept, and throws what a receiver has thrown. `deliver` is for what the call
--- has received: nothing returns it then.
local function rethrow(core, deliver)
    if core.gateways and not core.is_closed then core:guard(function() core.gateways:send_unsent(core) end) end
    if core.failure and deliver then deliver() end
    local failure = core.failure
    core.failure = nil
    if failure then error(failure[1], 0) end
end

--- Queues a message: a table, or a text.
function Core:send(message)
    self:check_open()
    local text, record = text_of(message), ffi.new("adit_error")
    self.library:check(self.library.c.adit_send(self.id, text, #text, record), record)
end

--- Queues a message on behalf of a client.
function Core:submit(client, message)
    self:check_open()
    arguments.name(client, "the name of a client")
    local text, record = text_of(message), ffi.new("adit_error")
    self.library:check(self.library.c.adit_submit(self.id, client, text, #text, record), record)
end

--- Handles what is queued, and delivers the output. Waits `timeout` milliseconds for a first message; -1 without limit.
--
-- Returns the number of delivered messages. Throws what a receiver has thrown.
function Core:process(timeout)
    self:check_open()
    local count = self.library:check(self.library.c.adit_process(self.id, arguments.timeout(timeout, 0)))
    rethrow(self)
    return count
end
-- A call that runs callbacks must not be compiled.
jit.off(Core.process)

--- In pull mode: the messages that wait; nil if there is none within `timeout` milliseconds.
function Core:receive(timeout)
    self:check_open()
    local out, length = ffi.new("char *[1]"), ffi.new("size_t[1]")
    local code = self.library.c.adit_receive_all(self.id, arguments.timeout(timeout, 0), 0, out, length)
    if code == errors.ETIMEDOUT then return nil end
    self.library:check(code)
    return json.decode(self.library:take(out, length))
end
jit.off(Core.receive)

--- Sends a message, drives the core until it has been handled, and returns its output, an array; and its text. Requests,
--- mirrors and gateways receive what is theirs in it as well; where a receiver throws, `on_message` receives the rest.
function Core:call(message, timeout)
    self:check_open()
    local text, record = text_of(message), ffi.new("adit_error")
    local out, length = ffi.new("char *[1]"), ffi.new("size_t[1]")
    self.library:check(self.library.c.adit_call(self.id, text, #text, arguments.timeout(timeout, -1), out, length, record), record)
    local answer = self.library:take(out, length)
    local output = json.decode(answer)
    local rest = {}
    for _, message in ipairs(output) do
        self:guard(function() if not self:take(message) then rest[#rest + 1] = message end end)
    end
    rethrow(self, function()
        for _, message in ipairs(rest) do self:guard(function() self.on_message(message, json.encode(message)) end) end
    end)
    return output, answer
end
jit.off(Core.call)

--- Sends a message with an id of its own. Returns a `Future` of the first message that carries this id.
function Core:request(message)
    arguments.of_type(message, "table", "a request")
    self.next_request = self.next_request + 1
    local id = "lua-" .. self.next_request
    local sent = {}
    for key, value in pairs(message) do sent[key] = value end
    sent["@id"] = id
    local future = Future.new()
    self.requests[id] = future
    local is_good, failure = pcall(self.send, self, sent)
    if not is_good then
        self.requests[id] = nil
        error(failure, 0)
    end
    return future
end

--- Follows a part of the state: a `Mirror`, whose `value` is kept up to date.
--
-- @param options `from` and `limit` for a window of a list; `on_change(mirror)`
function Core:follow(path, options)
    arguments.name(path, "a path, such as /items")
    arguments.of_type(options or {}, "table", "the options of a mirror")
    arguments.callable((options or {}).on_change, "on_change")
    return Mirror.new(self, path, options or {})
end

--- The descriptor that is readable while the core has work.
function Core:fd()
    self:check_open()
    return self.library:check(self.library.c.adit_fd(self.id))
end

--- Whether the core has work.
function Core:is_ready()
    local file = ffi.new("struct adit_pollfd[1]", { { fd = self:fd(), events = 1 } })
    return ffi.C.poll(file, 1, 0) > 0
end

--- Makes a waiting `process` return. Another thread needs a Lua state of its own.
function Core:wakeup()
    self:check_open()
    self.library:check(self.library.c.adit_wakeup(self.id))
end

--- Closes the core: the rest of the output is delivered, and what is pending fails. The second call does nothing.
function Core:close(timeout)
    if self.is_closed then return end
    local code = self.library.c.adit_close(self.id, arguments.timeout(timeout, 1000))
    if code ~= errors.EBUSY then
        self.is_closed = true
        self.library.receivers[tostring(self.id)] = nil
        self:lose(errors.new(errors.ECLOSED, "the core closed before it answered"))
    end
    self.library:check(code)
    rethrow(self)
end
jit.off(Core.close)

return Core
