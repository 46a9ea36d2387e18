--- The gateways that a host serves: each request runs its function in a coroutine.
local errors = require "adit.errors"
local json = require "adit.json"

local Call = {}
Call.__index = Call

--- Calls a function when the request is cancelled.
function Call:on_cancel(cancel) self.cancel = cancel end

--- Waits for a future, as `future:wait()` does, but ends with an error when the request is cancelled.
function Call:wait(future)
    if self.is_cancelled then error("cancelled", 0) end
    self.awaited = future
    local value = future:wait()
    self.awaited = nil
    return value
end

local Gateways = {}
Gateways.__index = Gateways

function Gateways.new(core, functions)
    -- The core holds the gateways: they must not keep it alive.
    return setmetatable({ owner = setmetatable({ core = core }, { __mode = "v" }), functions = functions, calls = {}, unsent = {} }, Gateways)
end

--- Shows the host an error of a gateway.
local function report(core, call, failure)
    if core.on_error then
        core.on_error(failure, call.gateway)
    else
        io.stderr:write(("adit: the gateway %s failed: %s\n"):format(call.gateway, tostring(failure)))
    end
end

local needless = { ECORE = true, ECLOSED = true, ECRASHED = true, EFORK = true }

--- Sends a reply; false if the queue is full: there is room no sooner than a call has driven. One that is refused, such as one
--- that is no JSON, becomes an error. A core that has closed needs none.
local function is_sent(core, call, reply)
    local is_good, failure = pcall(core.send, core, { ["@reply"] = reply })
    if is_good then return true end
    if errors.is(failure, "EFULL") then return false end
    if errors.is(failure) and needless[failure.name] then return true end
    if reply.result ~= nil then
        report(core, call, failure)
        reply.result, reply.error = nil, tostring(failure)
    elseif reply.error ~= "failed" then
        reply.error = "failed" -- the text of the error is refused as well
    else
        return true
    end
    return is_sent(core, call, reply)
end

function Gateways:answer(call, is_good, result)
    if self.calls[call.effect] ~= call then return end -- cancelled: a late result is ignored
    self.calls[call.effect] = nil
    local core = self.owner.core
    if not call.has_reply or not core or core.is_closed then
        if not is_good then error(result, 0) end
        return
    end
    local reply = { effect = call.effect }
    if is_good then
        reply.result = result == nil and json.null or result
    else
        report(core, call, result)
        reply.error = errors.is(result) and result.text or tostring(result)
    end
    if #self.unsent > 0 or not is_sent(core, call, reply) then self.unsent[#self.unsent + 1] = { call = call, reply = reply } end
end

--- Sends the replies that were kept, as far as the queue has room.
function Gateways:send_unsent(core)
    while #self.unsent > 0 and is_sent(core, self.unsent[1].call, self.unsent[1].reply) do table.remove(self.unsent, 1) end
end

--- Begins a request. Returns false if no function serves it.
function Gateways:begin(effect)
    local serve = self.functions[effect.gateway]
    if not serve then return false end
    local call = setmetatable({ effect = effect.id, has_reply = effect.reply ~= false, gateway = effect.gateway }, Call)
    self.calls[effect.id] = call
    local run = coroutine.create(function()
        local is_good, result = pcall(serve, effect.request, call)
        self:answer(call, is_good, result)
    end)
    local is_good, failure = coroutine.resume(run)
    if not is_good then error(failure, 0) end
    return true
end

--- Cancels a request. Returns false if it is not under way.
function Gateways:cancel(effect)
    local call = self.calls[effect]
    if not call then return false end
    self.calls[effect] = nil
    call.is_cancelled = true
    local is_good, failure = pcall(call.cancel or function() end)
    if call.awaited then call.awaited:fail("cancelled") end
    if not is_good then error(failure, 0) end
    return true
end

function Gateways:cancel_all()
    local effects, first = {}, nil
    self.unsent = {}
    for effect in pairs(self.calls) do effects[#effects + 1] = effect end
    for _, effect in ipairs(effects) do
        local is_good, failure = pcall(self.cancel, self, effect)
        if not is_good and first == nil then first = { failure } end
    end
    if first then error(first[1], 0) end
end

return Gateways
