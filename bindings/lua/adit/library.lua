--- A library of apps.
local ffi = require "ffi"
local arguments = require "adit.arguments"
local cdef = require "adit.cdef"
local errors = require "adit.errors"
local json = require "adit.json"

local Library = {}
Library.__index = Library

--- Throws the error of a code, or returns the code.
function Library:check(code, record)
    if code >= 0 then return code end
    local text, offset
    if record ~= nil and record.text[0] ~= 0 then
        text = ffi.string(record.text)
        if record.offset ~= cdef.NO_OFFSET then offset = record.offset end
    else
        text = ffi.string(self.c.adit_strerror(code))
    end
    error(errors.new(code, text, offset), 0)
end

--- The text that Adit has handed over, which is freed; nil if there is none.
function Library:take(out, length)
    if out[0] == nil then return nil end
    local text = ffi.string(out[0], length[0])
    self.c.adit_free(out[0])
    return text
end

--- The catalog of an app: its JSON Schema; without a name, the apps.
function Library:catalog(app)
    local out, length = ffi.new("char *[1]"), ffi.new("size_t[1]")
    if app ~= nil then arguments.name(app, "the name of an app") end
    self:check(self.c.adit_catalog(app, out, length))
    return json.decode(self:take(out, length))
end

--- The version of Adit in the library.
function Library:version() return ffi.string(self.c.adit_version()) end

local needed = { "adit_abi_version", "adit_open", "adit_send", "adit_process", "adit_receive_all", "adit_call", "adit_close" }

--- Why a library cannot be loaded: where it was looked for, and what to do.
local function reason(path, fault)
    if not fault:find("cannot open shared object file: No such file", 1, true) then return fault end
    if path:find("/", 1, true) then
        local place = path
        if path:sub(1, 1) ~= "/" then
            local folder = ffi.new("char[4096]")
            if ffi.C.getcwd(folder, 4096) ~= nil then place = ffi.string(folder) .. "/" .. path end
        end
        return ("%s: there is no such file; it was looked for at %s. Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so"):format(path, place)
    end
    return ("%s: there is no such library in LD_LIBRARY_PATH (%s), nor in the folders of the system (ldconfig -p). Give its path, such as ./%s, or add its folder to LD_LIBRARY_PATH"):format(
        path, os.getenv("LD_LIBRARY_PATH") or "not set", path)
end

--- Loads a library. A path without a slash is looked for where the system has its libraries.
--
-- Throws an `EINVAL` if there is no library, or one that is not Adit's, and an `EABI` if it is of another version.
local function load(path)
    if arguments.name(path, "the path of a library") == "" then arguments.refuse(path, "the path of a file is expected") end
    local is_loaded, c = pcall(ffi.load, path)
    if not is_loaded then error(errors.new(errors.EINVAL, reason(path, tostring(c))), 0) end
    for _, name in ipairs(needed) do
        if not pcall(function() return c[name] end) then
            error(errors.new(errors.EINVAL, ("%s: found no %s; an Adit library is expected"):format(path, name)), 0)
        end
    end
    local version = c.adit_abi_version()
    if version ~= cdef.ABI_VERSION then
        error(errors.new(errors.EABI, ("%s: found version %d of the interface; %d is expected"):format(
            path, version, cdef.ABI_VERSION)), 0)
    end
    -- One callback serves all cores: there are only some hundred of the FFI.
    local self = setmetatable({ c = c, path = path, receivers = {} }, Library)
    local receivers = self.receivers
    self.callback = ffi.cast("adit_message_fn", function(_, core, text, length)
        local receive = receivers[tostring(core)]
        -- No error may leave the callback: the stack below is C's.
        if receive then receive(ffi.string(text, length)) end
    end)
    return self
end

return { Library = Library, load = load }
