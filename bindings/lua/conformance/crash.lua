-- What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
local adit = require "adit"

io.stdout:setvbuf("line")
local loop = adit.Loop.new()
local core = loop:add(adit.load(arg[1]):open("todo", { gateways = { lists = function(_, call)
    print("called lists")
    call:on_cancel(function() print("cancelled lists") end)
    call:wait(adit.Future.new())
end } }))
local zeros, began_anew = 0, adit.Future.new()
core:follow("/view/openCount", { on_change = function(count)
    print("count " .. count.value)
    if count.value == 0 then zeros = zeros + 1 end
    if zeros == 2 then began_anew:complete() end
end })

local function add(text)
    core:request { todo = { request = { add = { item = { text = text } } } } }:wait()
    print("added " .. text)
end

local function expect_failure()
    local request = core:request { todo = { request = { import = { from = "x" } } } }
    local is_good, failure = pcall(request.wait, request)
    if not is_good then print("failed " .. failure.name) end
end

loop:run(loop:spawn(function()
    add("Milk")
    expect_failure()
    began_anew:wait()
    add("Tea")
    expect_failure()
end))
core:close()
print("closed")
