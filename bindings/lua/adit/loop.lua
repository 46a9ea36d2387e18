--- A loop on poll(2) that drives any number of cores, and their coroutines.
local ffi = require "ffi"
local arguments = require "adit.arguments"
local Future = require "adit.future"

local Loop = {}
Loop.__index = Loop

local EINTR = 4

local function now()
    local time = ffi.new("struct adit_timespec")
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) * 1000 + tonumber(time.nanoseconds) / 1e6
end

function Loop.new() return setmetatable({ cores = {}, timers = {} }, Loop) end

--- Drives a core from now on, until it is closed.
function Loop:add(core)
    if type(core) ~= "table" or not core.fd then arguments.refuse(core, "a core is expected") end
    self.cores[#self.cores + 1] = core
    return core
end

--- A future that completes in some milliseconds.
function Loop:after(milliseconds)
    local future = Future.new()
    self.timers[#self.timers + 1] = { due = now() + milliseconds, future = future }
    return future
end

--- Runs a function in a coroutine, which may wait for futures; `run` throws its error.
function Loop:spawn(body)
    if body == nil then arguments.refuse(body, "a function is expected") end
    arguments.callable(body, "the body of a task")
    local task = Future.new()
    local is_good, failure = coroutine.resume(coroutine.create(function()
        local is_done, result = pcall(body)
        if is_done then task:complete(result) else task:fail(result) end
    end))
    if not is_good then task:fail(failure) end
    return task
end

local function fire(self)
    local time, left, due = now(), {}, {}
    for _, timer in ipairs(self.timers) do
        local list = timer.future.is_done and {} or timer.due <= time and due or left
        list[#list + 1] = timer
    end
    self.timers = left
    for _, timer in ipairs(due) do timer.future:complete() end
end

local function open_cores(self)
    local open = {}
    for _, core in ipairs(self.cores) do if not core.is_closed then open[#open + 1] = core end end
    self.cores = open
    return open
end

--- Waits for work once, `timeout` milliseconds at most (-1: without limit), and does it.
function Loop:step(timeout)
    local open = open_cores(self)
    if #open == 0 and #self.timers == 0 then return end
    for _, timer in ipairs(self.timers) do
        local left = math.max(0, math.ceil(timer.due - now()))
        timeout = timeout < 0 and left or math.min(timeout, left)
    end
    local files = ffi.new("struct adit_pollfd[?]", math.max(1, #open))
    for index, core in ipairs(open) do files[index - 1].fd, files[index - 1].events = core:fd(), 1 end
    if ffi.C.poll(files, #open, timeout) < 0 and ffi.errno() ~= EINTR then error("poll: error " .. ffi.errno(), 0) end
    for index, core in ipairs(open) do
        if files[index - 1].revents ~= 0 and not core.is_closed then core:process(0) end
    end
    fire(self)
end
jit.off(Loop.step)

--- Runs until a future is done, and returns its value or throws its error; without one, until no core is open.
function Loop:run(future)
    while not (future and future.is_done) and (#open_cores(self) > 0 or #self.timers > 0) do self:step(-1) end
    if future and not future.is_done then error("the future cannot complete: no core is open, and no timer runs", 2) end
    return future and future:wait()
end

return Loop
