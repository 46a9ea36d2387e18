--- A copy of a followed part of the state, kept up to date by the core's patches.
local json = require "adit.json"
local patch = require "adit.patch"

local Mirror = {}
Mirror.__index = Mirror

local last = 0

--- Subscribes. `value` is nil until the core has answered, and while the path leads nowhere.
function Mirror.new(core, path, options)
    last = last + 1
    local self = setmetatable({
        core = core, path = path, subscription = "lua-mirror-" .. last, on_change = options.on_change or function() end,
        window = { from = options.from, limit = options.limit },
    }, Mirror)
    self:subscribe()
    core.mirrors[self.subscription] = self
    return self
end

--- Begins the subscription, also after the core has begun anew.
function Mirror:subscribe()
    local window = self.window
    self.core:send { ["@subscribe"] = {
        subscription = self.subscription, path = self.path, from = window.from, limit = window.limit,
    } }
end

--- Takes an `@value` or an `@patch`.
function Mirror:update(message)
    local value, changes = message["@value"], message["@patch"]
    if value then
        self.value, self.from = value.value, value.from
    elseif changes.from ~= self.revision then
        -- One was lost: begin again.
        self.core:send { ["@unsubscribe"] = { subscription = self.subscription } }
        self:subscribe()
        return
    else
        self.value = patch.apply(self.value, changes.ops)
    end
    local update = value or changes
    self.revision, self.count = update.revision, update.count
    self.on_change(self)
end

--- Moves a window.
function Mirror:move(from, limit)
    self.window = { from = from, limit = limit or self.window.limit }
    self.core:send { ["@window"] = { subscription = self.subscription, from = from, limit = limit } }
end

--- Ends the subscription; the last value stays.
function Mirror:stop()
    if self.core.mirrors[self.subscription] ~= self then return end
    self.core.mirrors[self.subscription] = nil
    if not self.core.is_closed then self.core:send { ["@unsubscribe"] = { subscription = self.subscription } } end
end

--- The elements of a followed table, in their order.
function Mirror:elements()
    local elements = {}
    local value = self.value or { ids = {}, entities = {} }
    for index, id in ipairs(value.ids) do elements[index] = value.entities[type(id) == "string" and id or json.encode(id)] end
    return elements
end

return Mirror
