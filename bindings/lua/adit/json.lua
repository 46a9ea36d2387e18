--- JSON, without loss: 64-bit integers, empty arrays, null, NUL characters.
--
-- An object is a table by string. An array is a table that `json.array` has marked, or that has an element 1. `null` is
-- `json.null`. An integer beyond 2^53 is an `int64_t` of the FFI.
local ffi = require "ffi"
local char, format, find, sub, byte = string.char, string.format, string.find, string.sub, string.byte
local concat = table.concat

local json = {}

json.null = setmetatable({}, { __tostring = function() return "null" end, __newindex = error })

local array_type = { __adit_array = true }

--- Marks a table as an array, so that it is one also if it is empty.
function json.array(elements) return setmetatable(elements or {}, array_type) end

--- Whether a value is written as an array.
function json.is_array(value)
    return type(value) == "table" and value ~= json.null and (getmetatable(value) == array_type or value[1] ~= nil)
end

-- Writing.

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function escape(character) return escapes[character] or format("\\u%04x", byte(character)) end
local function quoted(text) return '"' .. text:gsub('[%z\1-\31"\\]', escape) .. '"' end

local function number_text(number)
    if number ~= number or number == math.huge or number == -math.huge then
        error(format("found the number %s; JSON has none such", number), 0)
    end
    if number % 1 == 0 and math.abs(number) < 2 ^ 53 then return format("%d", number) end
    local text = format("%.15g", number)
    return tonumber(text) == number and text or format("%.17g", number)
end

local write

local function write_array(value, out)
    out[#out + 1] = "["
    for index = 1, #value do
        if index > 1 then out[#out + 1] = "," end
        write(value[index], out)
    end
    out[#out + 1] = "]"
end

local function write_object(value, out)
    local keys = {}
    for key in pairs(value) do
        if type(key) ~= "string" then error(format("found a key of type %s; a string is expected", type(key)), 0) end
        keys[#keys + 1] = key
    end
    table.sort(keys)
    out[#out + 1] = "{"
    for index, key in ipairs(keys) do
        if index > 1 then out[#out + 1] = "," end
        out[#out + 1] = quoted(key)
        out[#out + 1] = ":"
        write(value[key], out)
    end
    out[#out + 1] = "}"
end

function write(value, out)
    local kind = type(value)
    if kind == "table" then
        if value == json.null then
            out[#out + 1] = "null"
        elseif json.is_array(value) then
            write_array(value, out)
        else
            write_object(value, out)
        end
    elseif kind == "string" then
        out[#out + 1] = quoted(value)
    elseif kind == "number" then
        out[#out + 1] = number_text(value)
    elseif kind == "boolean" then
        out[#out + 1] = tostring(value)
    elseif kind == "cdata" and (ffi.istype("int64_t", value) or ffi.istype("uint64_t", value)) then
        out[#out + 1] = (tostring(value):gsub("U?LL$", ""))
    else
        error(format("found a value of type %s, which has no JSON form", kind), 0)
    end
end

--- The text of a value; an error names what has no JSON form.
function json.encode(value)
    local out = {}
    write(value, out)
    return concat(out)
end

-- Reading. Adit's texts are valid; an error is for others.

local function fail(text, position, expected)
    error(format("JSON, offset %d: found %s; %s is expected", position - 1,
        position > #text and "the end" or format("%q", sub(text, position, position)), expected), 0)
end

local function utf8_text(code)
    if code < 0x80 then return char(code) end
    if code < 0x800 then return char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40) end
    if code < 0x10000 then
        return char(0xE0 + math.floor(code / 0x1000), 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
    end
    return char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40,
        0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

local unescaped = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function read_string(text, position)
    local first = position + 1
    local stop = find(text, '["\\]', first)
    if not stop then fail(text, #text + 1, 'a closing "') end
    if byte(text, stop) == 0x22 then return sub(text, first, stop - 1), stop + 1 end
    local pieces = {}
    while byte(text, stop) ~= 0x22 do
        pieces[#pieces + 1] = sub(text, first, stop - 1)
        local letter = sub(text, stop + 1, stop + 1)
        if letter == "u" then
            local code = tonumber(sub(text, stop + 2, stop + 5), 16) or fail(text, stop + 2, "four hexadecimal digits")
            first = stop + 6
            local low = code >= 0xD800 and code < 0xDC00 and sub(text, first, first + 1) == "\\u"
                and tonumber(sub(text, first + 2, first + 5), 16)
            if low then
                code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
                first = first + 6
            end
            pieces[#pieces + 1] = utf8_text(code)
        else
            pieces[#pieces + 1] = unescaped[letter] or fail(text, stop + 1, "an escape")
            first = stop + 2
        end
        stop = find(text, '["\\]', first) or fail(text, #text + 1, 'a closing "')
    end
    pieces[#pieces + 1] = sub(text, first, stop - 1)
    return concat(pieces), stop + 1
end

local function read_number(text, position)
    local _, stop = find(text, "^-?%d+%.?%d*[eE]?[+-]?%d*", position)
    if not stop then fail(text, position, "a value") end
    local word = sub(text, position, stop)
    local number = tonumber(word) or fail(text, position, "a number")
    if math.abs(number) >= 2 ^ 53 and not find(word, "[.eE]") then
        local exact, negative = 0ULL, byte(word) == 0x2D
        for digit in word:gmatch("%d") do exact = exact * 10 + tonumber(digit) end
        number = ffi.cast("int64_t", negative and -exact or exact)
    end
    return number, stop + 1
end

local function skip(text, position) return find(text, "[^ \t\r\n]", position) or #text + 1 end

local read

local function read_members(text, position, closing, object)
    position = skip(text, position + 1)
    if sub(text, position, position) == closing then return object, position + 1 end
    local count = 0
    while true do
        local key
        count = count + 1
        if closing == "}" then
            if sub(text, position, position) ~= '"' then fail(text, position, "a key") end
            key, position = read_string(text, position)
            position = skip(text, position)
            if sub(text, position, position) ~= ":" then fail(text, position, "a colon") end
            position = skip(text, position + 1)
        end
        object[key or count], position = read(text, position)
        position = skip(text, position)
        local mark = sub(text, position, position)
        if mark == closing then return object, position + 1 end
        if mark ~= "," then fail(text, position, closing .. " or a comma") end
        position = skip(text, position + 1)
    end
end

local words = { t = { "true", true }, f = { "false", false }, n = { "null", json.null } }

function read(text, position)
    local letter = sub(text, position, position)
    if letter == "{" then return read_members(text, position, "}", {}) end
    if letter == "[" then return read_members(text, position, "]", json.array()) end
    if letter == '"' then return read_string(text, position) end
    local word = words[letter]
    if word and sub(text, position, position + #word[1] - 1) == word[1] then return word[2], position + #word[1] end
    return read_number(text, position)
end

--- The value of a text; an error names the offset.
function json.decode(text)
    local value, position = read(text, skip(text, 1))
    position = skip(text, position)
    if position <= #text then fail(text, position, "the end") end
    return value
end

return json
