-- What a host does.
local adit = require "adit"
local host = require "spec.host"
local json = adit.json

describe("a library", function()
    it("has apps, catalogs and a version", function()
        local apps = host.cores:catalog()
        assert.is_truthy(apps.counter and apps.todo)
        assert.are.equal("string", type(host.cores:catalog("counter").hash))
        assert.is_truthy(host.cores:version():match("^%d+%.%d+%.%d+$"))
    end)

    it("is used beside another one", function()
        local one, two = host.open("counter"), host.open("profile", {}, host.showcase)
        assert.are.equal(1, #one:call(host.increment(1)))
        assert.are.equal(0, #two:call { userTypesNewEmail = { userEmail = "a@b.c" } })
        one:close()
        two:close()
    end)
end)

describe("a request", function()
    it("completes with the first message that carries its id", function()
        local core, heard = host.open("todo")
        local request = core:request(host.add("Milk"))
        assert.is_false(request.is_done)
        core:process()
        assert.are.equal("Milk", request:wait().todo.response.wasAdded.text)
        assert.are.equal(1, #heard) -- the review request
        core:close()
    end)

    it("has an id of its own", function()
        local core = host.open("counter")
        local message = host.increment(1)
        message["@id"] = "mine"
        local request = core:request(message)
        core:process()
        assert.are.equal("lua-1", request:wait()["@id"])
        core:close()
    end)

    it("is not answered by progress", function()
        local texts, folder = {}, os.tmpname()
        for number = 1, 20000 do texts[number] = "Item " .. number end
        os.remove(folder)
        assert(os.execute("mkdir " .. folder) == 0)
        local core, heard = host.open("todo", { config = { files = { folder = folder } }, gateways = {
            lists = function() return { texts = texts } end, review = function() end,
        } })
        core:send { todo = { request = { import = { from = "groceries" } } } }
        host.drive(core, function() return #heard > 0 end)
        local export = core:request { ["@export"] = { path = "todo.json" } }
        host.drive(core, function() return export.is_done end)
        os.execute("rm -r " .. folder)
        assert.are.equal("todo.json", export:wait()["@exported"].path)
        assert.is_truthy(heard[#heard]["@progress"])
        core:close()
    end)

    it("fails with the error of an @error", function()
        local core = host.open("todo")
        local request = core:request { ["@get"] = { path = "/itms" } }
        core:process()
        local thrown = host.failure("EMESSAGE", function() request:wait() end)
        assert.is_truthy(thrown.text:find("items", 1, true))
        core:close()
    end)
end)

describe("a call", function()
    it("gives its output to gateways and mirrors", function()
        local core, heard = host.open("todo", {
            gateways = { lists = function() return { texts = { "Milk" } } end, review = function() end },
        })
        local mirror = core:follow("/view/openCount")
        core:process()
        assert.are.equal("lists", core:call({ todo = { request = { import = { from = "groceries" } } } })[1]["@effect"].gateway)
        host.drive(core, function() return #heard > 0 end)
        assert.are.equal("Milk", heard[#heard].todo.response.wereImported[1].text)
        core:call(host.add("Bread"))
        assert.are.equal(2, mirror.value)
        core:close()
    end)
end)

describe("a batch", function()
    it("is delivered as its messages", function()
        local heard = {}
        local core = host.open("counter", { config = { delivery = "batches" }, on_message = function(message, text)
            if not message.counter then return end
            heard[#heard + 1] = text
            if #heard == 1 then error("mine", 0) end
        end })
        local request = core:request(host.increment(1))
        for _ = 1, 2 do core:send(host.increment(1)) end
        local is_good, thrown = pcall(core.process, core)
        assert.are.same({ false, "mine", true }, { is_good, thrown, request.is_done })
        local text = '{"counter":{"response":{"wasIncremented":{"to":%d}}}}'
        assert.are.same({ text:format(2), text:format(3) }, heard)
        core:close()
    end)
end)

describe("pull mode", function()
    it("returns all that waits", function()
        local core = host.cores:open("counter", { pull = true })
        assert.is_nil(core:receive(0))
        core:send(host.increment(1))
        core:send(host.increment(1))
        assert.are.equal(2, #core:receive(0))
        host.failure("EINVAL", function() host.open("counter"):receive() end)
        core:close()
    end)
end)

describe("a mirror", function()
    local function ids(core)
        local first = core:call(host.add("Milk"))[1].todo.response.wasAdded.id
        return first, core:call(host.add("Bread"))[1].todo.response.wasAdded.id
    end

    it("is the part of the state, after each message", function()
        local changes = 0
        local core = host.open("todo")
        local first = ids(core)
        local mirror = core:follow("/items", { on_change = function() changes = changes + 1 end })
        core:process()
        assert.are.equal(2, #mirror:elements())
        core:send { todo = { request = { check = { id = first } } } }
        core:send(host.add("Butter"))
        core:process()
        core:send { todo = { request = { delete = { id = first } } } }
        core:process()
        assert.are.equal(3, changes)
        local now = core:call { ["@get"] = { path = "/items" } }[1]["@value"].value
        assert.is_true(adit.patch.equal(now, mirror.value))
        assert.are.same({ "Bread", "Butter" }, { mirror:elements()[1].text, mirror:elements()[2].text })
        mirror:stop()
        core:send(host.add("Honey"))
        core:process()
        assert.are.equal(3, changes)
        core:close()
    end)

    it("is a window, which moves", function()
        local core = host.open("todo")
        for number = 1, 10 do core:call(host.add("Item " .. number)) end
        local mirror = core:follow("/items", { from = 0, limit = 3 })
        core:process()
        assert.are.equal(10, mirror.count)
        mirror:move(8)
        core:process()
        assert.are.same({ "Item 9", "Item 10" }, { mirror:elements()[1].text, mirror:elements()[2].text })
        core:send(host.add("Item 11"))
        core:process()
        assert.are.equal(11, mirror.count)
        assert.are.equal("Item 11", mirror:elements()[3].text)
        core:close()
    end)

    it("subscribes again where a patch was lost", function()
        local core = host.open("counter")
        local mirror = core:follow("/value")
        core:process()
        mirror.revision = 99
        core:send(host.increment(5))
        core:process()
        core:process()
        assert.are.equal(5, mirror.value)
        core:close()
    end)
end)

describe("a loop", function()
    it("drives cores, coroutines and timers", function()
        local loop = adit.Loop.new()
        local one, two = loop:add(host.open("todo", { gateways = {
            lists = function(request, call)
                call:wait(loop:after(1))
                return { texts = json.array { "Milk", request.fetch.list } }
            end,
            review = function() end,
        } })), loop:add(host.open("counter"))
        local texts, sum = loop:run(loop:spawn(function()
            local import = one:request { todo = { request = { import = { from = "groceries" } } } }
            local total = two:request(host.increment(4)):wait().counter.response.wasIncremented.to
            local texts = {}
            for index, item in ipairs(import:wait().todo.response.wereImported) do texts[index] = item.text end
            return { texts = texts, total = total }
        end)).texts
        assert.are.same({ "Milk", "groceries" }, texts)
        one:close()
        two:close()
        loop:run()
    end)

    it("throws what a coroutine throws", function()
        local loop = adit.Loop.new()
        local is_good, thrown = pcall(loop.run, loop, loop:spawn(function() error("mine", 0) end))
        assert.is_false(is_good)
        assert.are.equal("mine", thrown)
    end)
end)

describe("JSON", function()
    it("keeps integers, empty arrays, null and NUL", function()
        for _, text in ipairs {
            "9223372036854775807", "-9223372036854775808", "9007199254740993", "[]", "{}", "null", '{"a":[null,true,{}]}',
            '"a\\u0000b"', "0.1", "-1.5e-07", "123456789012",
        } do
            assert.are.equal(text, json.encode(json.decode(text)))
        end
        assert.are.equal("🥛é", json.decode('"\\ud83e\\udd5b\\u00e9"'))
    end)

    it("names what has no JSON form, and where a text is wrong", function()
        assert.has_error(function() json.encode { a = print } end, "found a value of type function, which has no JSON form")
        assert.has_error(function() json.decode '{"a" 1}' end, 'JSON, offset 5: found "1"; a colon is expected')
    end)
end)
