--- Adit for LuaJIT: application cores, by the FFI alone.
--
--     local adit = require "adit"
--     local core = adit.load("libadit_cores.so"):open("counter", { on_message = function(message, text) print(text) end })
--     core:send { counter = { request = { increment = { by = 2 } } } }
--     core:process()
require "adit.core"

return {
    load = require("adit.library").load,
    json = require "adit.json",
    errors = require "adit.errors",
    patch = require "adit.patch",
    Future = require "adit.future",
    Loop = require "adit.loop",
}
