--- The errors of Adit: tables with `code`, `name`, `offset` and `text`, thrown by `error`.
local names = {
    "EINVAL", "EABI", "EAPP", "ECONFIG", "ECORE", "EBUSY", "EFORK", "EJSON", "EMESSAGE", "ESIZE", "EFULL", "ETIMEDOUT",
    "ESTORE", "ELOCKED", "ESCHEMA", "ENOMEM", "EINTERNAL", "EHANDLER", "ECASCADE", "ECLOSED", "EREPLAY", "EDENIED",
    "ECRASHED", -- of libadit_served.so: the process of the core has ended
    "EFENCED",
}

local errors = {}
local Error = { __tostring = function(self) return self.name .. ": " .. self.text end }
Error.__index = Error

local codes = {}
for number, name in ipairs(names) do
    errors[name] = -number
    codes[name:lower()] = -number
end

--- An error of a code of adit.h.
function errors.new(code, text, offset)
    return setmetatable({ code = code, name = names[-code] or tostring(code), text = text, offset = offset }, Error)
end

--- The error that an `@error` of a core describes.
function errors.of_message(body)
    local made = errors.new(codes[body.code] or errors.EINTERNAL, body.message)
    made.path = body.path
    return made
end

--- Whether a value is an error of Adit, of that name if one is given.
function errors.is(value, name)
    return getmetatable(value) == Error and (name == nil or value.name == name)
end

return errors
