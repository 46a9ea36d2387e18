-- wrong-argument: an error says which one was found, and what is expected.
local adit = require "adit"
local host = require "spec.host"

local function refuses(text, body)
    local failure = host.failure("EINVAL", body)
    assert.is_truthy(failure.text:find(text, 1, true), ("found %q; %q is expected"):format(failure.text, text))
end

describe("arguments", function()
    it("of load are paths", function()
        for _, path in ipairs { 5, {}, true, "a\0b", "" } do
            refuses("the path of a", function() adit.load(path ~= "" and path or "") end)
        end
        refuses("found nil; a string is expected as the path of a library", function() adit.load(nil) end)
    end)

    it("that are names are strings without a NUL", function()
        local core = host.open("counter")
        for _, name in ipairs { 5, {}, true } do
            refuses("a string is expected as the name of an app", function() host.cores:open(name) end)
            refuses("a string is expected as the name of an app", function() host.cores:catalog(name) end)
            refuses("a string is expected as the name of a client", function() core:submit(name, host.increment(1)) end)
        end
        refuses("the name of an app has no NUL", function() host.cores:open("counter\0x") end)
        core:close()
    end)

    it("that are messages are tables or strings", function()
        local core = host.open("counter")
        for _, message in ipairs { 5, true, print } do
            refuses("a message is expected, a table or a string with its text", function() core:send(message) end)
            refuses("a message is expected, a table or a string with its text", function() core:call(message) end)
            refuses("a table is expected as a request", function() core:request(message) end)
        end
        refuses("found nil; a message is expected", function() core:send(nil) end)
        core:close()
    end)

    it("of open are tables and functions", function()
        refuses("found the number 5; a table is expected as the options of a core", function() host.cores:open("counter", 5) end)
        refuses('found "{}"; a table is expected as the config', function() host.cores:open("counter", { config = "{}" }) end)
        refuses("found the number 5; a function is expected as on_message", function() host.cores:open("counter", { on_message = 5 }) end)
        refuses("found the number 5; a function is expected as the gateway lists", function()
            host.cores:open("todo", { gateways = { lists = 5 } })
        end)
    end)

    it("that are timeouts are milliseconds", function()
        local core = host.open("counter")
        for _, timeout in ipairs { "x", -2, 2 ^ 40, 0 / 0, {} } do
            refuses("milliseconds are expected as the timeout", function() core:process(timeout) end)
            refuses("milliseconds are expected as the timeout", function() core:call(host.increment(1), timeout) end)
        end
        core:close()
    end)

    it("of follow and of loops", function()
        local core = host.open("counter")
        refuses("found nil; a string is expected as a path, such as /items", function() core:follow(nil) end)
        refuses("found the number 5; a table is expected as the options of a mirror", function() core:follow("/value", 5) end)
        refuses("found nil; a core is expected", function() adit.Loop.new():add(nil) end)
        refuses("found nil; a function is expected", function() adit.Loop.new():spawn(nil) end)
        core:close()
    end)
end)
