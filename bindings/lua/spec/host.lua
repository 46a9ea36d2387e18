--- What the specs share.
local adit = require "adit"

local host = {}
host.folder = os.getenv("ADIT_LIB_DIR") or "../../build/lib"
host.cores = adit.load(host.folder .. "/libadit_cores.so")
host.showcase = adit.load(host.folder .. "/libadit_showcase.so")

--- Opens a core that notes what it delivers.
function host.open(app, options, library)
    options = options or {}
    local heard = {}
    options.on_message = options.on_message or function(message) heard[#heard + 1] = message end
    return (library or host.cores):open(app, options), heard
end

function host.increment(by) return { counter = { request = { increment = { by = by } } } } end
function host.add(text, id) return { todo = { request = { add = { item = { text = text, id = id } } } } } end

--- Drives a core until a condition holds.
function host.drive(core, condition)
    for _ = 1, 1000 do
        if condition() then return end
        core:process(1000)
    end
    error("the core did not come there", 2)
end

--- The error that a function throws; fails if it throws none, or one of another name.
function host.failure(name, body)
    local is_good, failure = pcall(body)
    assert(not is_good, "no error; " .. name .. " is expected")
    assert(adit.errors.is(failure, name), ("found %s; %s is expected"):format(tostring(failure), name))
    return failure
end

return host
