--- Checks arguments before C reads them: an `EINVAL` says what was found, and what is expected.
local errors = require "adit.errors"

local arguments = {}

local function describe(value)
    local kind = type(value)
    if kind == "string" then return #value <= 60 and ("%q"):format(value) or ("a string of %d bytes"):format(#value) end
    if kind == "number" or kind == "boolean" then return "the " .. kind .. " " .. tostring(value) end
    return value == nil and "nil" or "a " .. kind
end

--- Throws an `EINVAL`.
function arguments.refuse(value, expected)
    error(errors.new(errors.EINVAL, ("found %s; %s"):format(describe(value), expected)), 0)
end

--- A value of a type, such as "function".
function arguments.of_type(value, kind, what)
    if type(value) ~= kind then arguments.refuse(value, ("a %s is expected as %s"):format(kind, what)) end
    return value
end

--- A name or a path, which C reads up to its NUL.
function arguments.name(value, what)
    arguments.of_type(value, "string", what)
    if value:find("\0", 1, true) then arguments.refuse(value, what .. " has no NUL") end
    return value
end

--- A function, or whatever can be called; or nil.
function arguments.callable(value, what)
    if value == nil or type(value) == "function" then return value end
    local meta = getmetatable(value)
    if type(meta) == "table" and meta.__call then return value end
    arguments.refuse(value, "a function is expected as " .. what)
end

--- Milliseconds; `default` if there are none.
function arguments.timeout(value, default)
    if value == nil then return default end
    if type(value) ~= "number" or value ~= value or value < -1 or value >= 2 ^ 31 then
        arguments.refuse(value, "milliseconds are expected as the timeout, or -1 for no limit")
    end
    return math.ceil(value)
end

return arguments
