-- The misuse of bindings/conformance/README.md.
local adit = require "adit"
local host = require "spec.host"
local failure = host.failure

describe("misuse", function()
    it("use-after-close is ECORE", function()
        local core = host.open("counter")
        core:close()
        for _, call in ipairs {
            function() core:send(host.increment(1)) end, function() core:submit("a", host.increment(1)) end,
            function() core:process() end, function() core:receive() end, function() core:call(host.increment(1)) end,
            function() core:request(host.increment(1)) end, function() core:follow("/value") end, function() core:fd() end,
            function() core:wakeup() end, function() core:is_ready() end,
        } do
            failure("ECORE", call)
        end
    end)

    it("close-twice does nothing the second time", function()
        local core, heard = host.open("counter")
        core:close()
        core:close()
        assert.are.same({ { ["@closed"] = {} } }, heard)
    end)

    it("dropped-core: a collected core is closed, and nothing is called afterwards", function()
        local heard = {}
        local core = host.cores:open("counter", { on_message = function(message) heard[#heard + 1] = message end })
        local id, c = core.id, host.cores.c
        core:send(host.increment(1))
        core = nil
        collectgarbage()
        collectgarbage()
        assert.are.equal(adit.errors.ECORE, c.adit_process(id, 0))
        assert.are.same({}, heard)
    end)

    it("callback-throws: the error leaves the call that drives, and the rest is delivered", function()
        local heard = {}
        local core = host.open("counter", { on_message = function(message)
            if not message.counter then return end
            heard[#heard + 1] = message.counter.response.wasIncremented.to
            if #heard == 1 then error { my = "error" } end
        end })
        core:send(host.increment(1))
        core:send(host.increment(2))
        local is_good, thrown = pcall(core.process, core)
        assert.is_false(is_good)
        assert.are.same({ my = "error" }, thrown)
        assert.are.same({ 1, 3 }, heard)
        core:send(host.increment(4))
        assert.are.equal(1, core:process())
        assert.are.equal(7, heard[3])
        core:close()
    end)

    it("callback-throws in a call: the output is delivered", function()
        local heard = {}
        local core = host.open("counter", { on_message = function(_, text)
            heard[#heard + 1] = text
            if #heard == 1 then error("mine", 0) end
        end })
        core:send(host.increment(1))
        assert.are.same({ false, "mine" }, { pcall(core.call, core, host.increment(2)) })
        assert.are.equal('{"counter":{"response":{"wasIncremented":{"to":3}}}}', heard[2])
        core:close()
    end)

    it("a cancellation that throws in a call does not keep the rest of its output", function()
        local core, heard = host.open("todo", { gateways = {
            lists = function(_, call)
                call:on_cancel(function() error("mine", 0) end)
                pcall(call.wait, call, adit.Future.new())
            end,
        } })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        core:process()
        local cancel = { todo = { request = { cancelImport = { from = "groceries" } } } }
        assert.are.same({ false, "mine" }, { pcall(core.call, core, cancel) })
        assert.are.same({ from = "groceries" }, heard[1].todo.response.importWasCancelled)
        core:close()
    end)

    it("callback-drives is EBUSY", function()
        local names, core = {}, nil
        core = host.open("counter", { on_message = function()
            for _, call in ipairs { core.process, core.call, core.close } do
                local _, thrown = pcall(call, core, call == core.call and host.increment(1) or 0)
                names[#names + 1] = thrown.name
            end
        end })
        core:send(host.increment(1))
        core:process()
        assert.are.same({ "EBUSY", "EBUSY", "EBUSY" }, names)
        core.on_message = function() end
        core:close()
    end)

    it("invalid-json is EJSON with the offset", function()
        local core = host.open("counter")
        assert.are.equal(12, failure("EJSON", function() core:send('{"counter": }') end).offset)
        core:close()
    end)

    it("invalid-message is EMESSAGE with the path", function()
        local core = host.open("counter")
        local thrown = failure("EMESSAGE", function() core:send { counter = { request = { increment = { by = "two" } } } } end)
        assert.is_truthy(thrown.text:find("counter.request.increment.by", 1, true))
        core:close()
    end)

    it("invalid-utf8 is EJSON, and nothing is cut", function()
        local core = host.open("todo")
        failure("EJSON", function() core:send(host.add("caf\xE9")) end)
        failure("EJSON", function() core:send('{"todo":{"request":{"add":{"item":{"text":"\xFF') end)
        core:close()
    end)

    it("embedded-nul makes the round trip as a character, and is refused as a byte", function()
        local core = host.open("todo")
        local answer = core:call(host.add("a\0b"))
        assert.are.equal("a\0b", answer[1].todo.response.wasAdded.text)
        failure("EJSON", function() core:send('{"counter"\0:1}') end)
        core:close()
    end)

    it("unknown-app is EAPP", function() failure("EAPP", function() host.cores:open("cuonter") end) end)

    it("bad-config is ECONFIG with the key", function()
        local thrown = failure("ECONFIG", function() host.cores:open("counter", { config = { ehco = true } }) end)
        assert.is_truthy(thrown.text:find("ehco", 1, true))
    end)

    it("wrong-library and missing-library are EINVAL with the path", function()
        assert.is_truthy(failure("EINVAL", function() adit.load("libm.so.6") end).text:find("libm.so.6", 1, true))
        local file = failure("EINVAL", function() adit.load("/nowhere/libnone.so") end).text
        assert.is_truthy(file:find("looked for at /nowhere/libnone.so. Give the path of an Adit library", 1, true))
        local name = failure("EINVAL", function() adit.load("libnone.so") end).text
        assert.is_truthy(name:find("no such library in LD_LIBRARY_PATH (", 1, true) and name:find("such as ./libnone.so", 1, true))
    end)

    it("gateway-throws: the app receives the error", function()
        local reported = {}
        local core, heard = host.open("todo", { gateways = {
            lists = function() error(adit.errors.new(adit.errors.EINVAL, "no such list"), 0) end, review = function() end,
        }, on_error = function(failed, gateway) reported[#reported + 1] = gateway .. ": " .. failed.text end })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        host.drive(core, function() return #heard > 0 end)
        local refused = heard[#heard].todo.response.wereNotImported
        assert.are.equal("groceries", refused.from)
        assert.is_truthy(adit.json.encode(refused.error):find("no such list", 1, true))
        -- The host sees it as well.
        assert.are.same({ "lists: no such list" }, reported)
        core:close()
    end)

    it("keeps a gateway's reply until a full queue has room", function()
        local core, heard, found
        core, heard = host.open("todo", { config = { limits = { queue = 2 } }, gateways = {
            lists = function()
                local is_good, failure
                repeat is_good, failure = pcall(core.send, core, { todo = { request = { add = { item = { text = "x" } } } } })
                until not is_good
                found = failure.name
                return { texts = { "Milk" } }
            end,
            review = function() end,
        } })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        core:process()
        assert.equal("EFULL", found)
        while core:is_ready() do core:process() end
        local imported = 0
        for _, message in ipairs(heard) do
            local response = message.todo and message.todo.response
            if response and response.wereImported then imported = imported + 1 end
        end
        assert.equal(1, imported)
        core:close()
    end)

    it("refused-reply: a result that is refused is an error", function()
        local results = { EJSON = { texts = { "caf\xE9" } }, ESIZE = { texts = { ("x"):rep(10000) } }, ["no JSON form"] = print }
        for name, result in pairs(results) do
            local reported
            local core, heard = host.open("todo", { config = { limits = { message = 5000 } }, gateways = {
                lists = function() return result end, review = function() end,
            }, on_error = function(failed) reported = tostring(failed) end })
            core:send { todo = { request = { import = { from = "groceries" } } } }
            host.drive(core, function() return #heard > 0 end)
            assert.is_truthy(adit.json.encode(heard[#heard].todo.response.wereNotImported.error):find(name, 1, true))
            assert.is_truthy(reported:find(name, 1, true))
            core:close()
        end
    end)

    it("refused-reply: so is an error whose text is refused", function()
        local core, heard = host.open("todo", {
            gateways = { lists = function() error("caf\xE9", 0) end, review = function() end }, on_error = function() end,
        })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        host.drive(core, function() return #heard > 0 end)
        assert.is_truthy(heard[#heard].todo.response.wereNotImported)
        core:close()
    end)

    it("cancels all gateways, also where the function of a cancellation throws", function()
        local cancelled = 0
        local core = host.open("todo", { gateways = {
            lists = function(_, call)
                call:on_cancel(function() error("mine", 0) end)
                pcall(call.wait, call, adit.Future.new())
                cancelled = cancelled + 1
            end,
            review = function() end,
        } })
        for _, list in ipairs { "groceries", "books" } do core:send { todo = { request = { import = { from = list } } } } end
        core:process()
        local is_good, thrown = pcall(core.close, core)
        assert.are.same({ false, "mine", true, 2 }, { is_good, thrown, core.is_closed, cancelled })
    end)

    it("client-names: a client answers no request and updates no mirror of the host", function()
        local core, heard = host.open("counter", { config = { clients = adit.json.array { "@subscribe" } } })
        local mirror = core:follow("/value")
        core:process()
        local counted = host.increment(1)
        counted["@id"] = "lua-1"
        core:submit("mallory", counted)
        core:submit("mallory", { ["@subscribe"] = { subscription = mirror.subscription, path = "" } })
        local request = core:request(host.increment(5))
        core:process()
        assert.are.equal(6, request:wait().counter.response.wasIncremented.to)
        assert.are.equal(6, mirror.value)
        for _, message in ipairs(heard) do assert.are.equal("mallory", message["@client"]) end
        core:close()
    end)

    it("gateway-cancelled: the function is told, and its late result is ignored", function()
        local cancelled, thrown, late = 0, nil, adit.Future.new()
        local core, heard = host.open("todo", { gateways = {
            lists = function(_, call)
                call:on_cancel(function() cancelled = cancelled + 1 end)
                local is_good, failure = pcall(call.wait, call, late)
                thrown = not is_good and failure
                return { texts = adit.json.array { "Late" } }
            end,
            review = function() end,
        } })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        core:process()
        core:send { todo = { request = { cancelImport = { from = "groceries" } } } }
        host.drive(core, function() return #heard > 0 end)
        assert.are.equal(1, cancelled)
        assert.are.equal("cancelled", thrown)
        assert.are.equal("groceries", heard[#heard].todo.response.importWasCancelled.from)
        late:complete()
        assert.are.equal(0, core:process())
        core:close()
    end)

    it("close-pending: requests fail, and gateways are cancelled", function()
        local cancelled = false
        local core = host.open("todo", { gateways = {
            lists = function(_, call)
                call:on_cancel(function() cancelled = true end)
                call:wait(adit.Future.new())
            end,
            review = function() end,
        } })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        core:process()
        local request = core:request { ["@get"] = { path = "/items" } }
        core:close()
        assert.is_true(cancelled)
        assert.is_true(request.is_done)
        assert.are.equal("ECLOSED", request.failure.name)
    end)

    it("big-message: a megabyte makes the round trip", function()
        local core = host.open("todo")
        local text = ("Milk and honey. "):rep(65536)
        local answer = core:call(host.add(text))
        assert.is_true(answer[1].todo.response.wasAdded.text == text)
        core:close()
    end)
end)

-- two-drivers and many-senders have no meaning here: a Lua state has one thread.
