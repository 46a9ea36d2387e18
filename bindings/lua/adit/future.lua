--- A value that is there later. A coroutine waits for it; other code asks `is_done`.
local Future = {}
Future.__index = Future

function Future.new() return setmetatable({ is_done = false, waiting = {} }, Future) end

local function finish(self, value, failure)
    if self.is_done then return end
    self.is_done, self.value, self.failure = true, value, failure
    local waiting = self.waiting
    self.waiting = {}
    for _, resume in ipairs(waiting) do resume() end
end

function Future:complete(value) finish(self, value, nil) end
function Future:fail(failure) finish(self, nil, failure) end

--- Calls a function once the future is done.
function Future:when_done(resume)
    if self.is_done then return resume() end
    self.waiting[#self.waiting + 1] = resume
end

--- The value, or its error. In a coroutine, waits until it is there.
function Future:wait()
    if not self.is_done then
        local running = coroutine.running()
        if not running then error("Future:wait outside of a coroutine; drive the core until is_done", 2) end
        self:when_done(function()
            local is_good, failure = coroutine.resume(running)
            if not is_good then error(failure, 0) end
        end)
        coroutine.yield()
    end
    if self.failure ~= nil then error(self.failure, 0) end
    return self.value
end

return Future
