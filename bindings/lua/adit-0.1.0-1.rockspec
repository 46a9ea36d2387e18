package = "adit"
version = "0.1.0-1"
source = { url = "git+file://." }
description = {
    summary = "Application cores of Adit, by LuaJIT's FFI",
    detailed = "Opens cores of Adit's app libraries, sends and receives messages, follows the state, and serves gateways.",
    license = "Apache-2.0",
    maintainer = "The Adit authors",
    labels = { "ffi", "json", "luajit" },
}
dependencies = { "lua >= 5.1, < 5.2" }
build = {
    type = "builtin",
    modules = {
        ["adit"] = "adit/init.lua", ["adit.arguments"] = "adit/arguments.lua", ["adit.cdef"] = "adit/cdef.lua", ["adit.core"] = "adit/core.lua",
        ["adit.errors"] = "adit/errors.lua", ["adit.future"] = "adit/future.lua", ["adit.gateways"] = "adit/gateways.lua",
        ["adit.json"] = "adit/json.lua", ["adit.library"] = "adit/library.lua", ["adit.loop"] = "adit/loop.lua",
        ["adit.mirror"] = "adit/mirror.lua", ["adit.patch"] = "adit/patch.lua",
    },
}
