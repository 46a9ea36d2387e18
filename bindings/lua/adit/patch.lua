--- The operations of RFC 6902 on values of `adit.json`.
local json = require "adit.json"

local patch = {}

local function copied(value)
    if type(value) ~= "table" or value == json.null then return value end
    local copy = json.is_array(value) and json.array() or {}
    for key, member in pairs(value) do copy[key] = copied(member) end
    return copy
end

local function equal(one, other)
    if type(one) ~= "table" or type(other) ~= "table" or one == json.null or other == json.null then return one == other end
    if json.is_array(one) ~= json.is_array(other) and (next(one) or next(other)) then return false end
    for key, member in pairs(one) do if not equal(member, other[key]) then return false end end
    for key in pairs(other) do if one[key] == nil then return false end end
    return true
end

local function fail(path, what) error(("patch, %s: %s"):format(path == "" and "the whole" or path, what), 0) end

--- The container of a pointer's target and its key there: for an array, a position from 1.
local function find(root, path)
    local container, keys = root, {}
    if path:sub(1, 1) ~= "/" then fail(path, "a pointer begins with a slash") end
    for key in path:sub(2):gmatch("([^/]*)/?") do keys[#keys + 1] = (key:gsub("~1", "/"):gsub("~0", "~")) end
    if path:sub(-1) ~= "/" then keys[#keys] = nil end -- gmatch finds an empty match at the end
    for index, key in ipairs(keys) do
        if type(container) ~= "table" or container == json.null then fail(path, "leads nowhere") end
        local is_array = json.is_array(container)
        local place = key
        if is_array then
            place = key == "-" and #container + 1 or key:match("^%d+$") and (key == "0" or key:sub(1, 1) ~= "0") and tonumber(key) + 1
            if not place or place > #container + 1 then fail(path, "found the position " .. key .. " of " .. #container) end
        end
        if index == #keys then return container, place, is_array end
        container = container[place]
    end
end

local function get(root, path)
    if path == "" then return root end
    local container, key = find(root, path)
    if container[key] == nil then fail(path, "leads nowhere") end
    return container[key]
end

local function remove(root, path)
    local removed = get(root, path)
    if path == "" then return nil, removed end
    local container, key, is_array = find(root, path)
    if is_array then table.remove(container, key) else container[key] = nil end
    return root, removed
end

local function add(root, path, value)
    if path == "" then return value end
    local container, key, is_array = find(root, path)
    if is_array then table.insert(container, key, value) else container[key] = value end
    return root
end

local operations = {
    add = function(root, operation) return add(root, operation.path, copied(operation.value)) end,
    remove = function(root, operation) return (remove(root, operation.path)) end,
    replace = function(root, operation)
        if operation.path == "" then return copied(operation.value) end
        get(root, operation.path)
        local container, key = find(root, operation.path)
        container[key] = copied(operation.value)
        return root
    end,
    move = function(root, operation)
        local value
        root, value = remove(root, operation.from)
        return add(root, operation.path, value)
    end,
    copy = function(root, operation) return add(root, operation.path, copied(get(root, operation.from))) end,
    test = function(root, operation)
        if not equal(get(root, operation.path), operation.value) then fail(operation.path, "the test does not hold") end
        return root
    end,
}

--- Applies operations in place, and returns the value. An error says which one does not fit; the value is undefined then.
function patch.apply(value, list)
    for _, operation in ipairs(list) do
        local apply = operations[operation.op] or fail(tostring(operation.path), "no operation " .. tostring(operation.op))
        value = apply(value, operation)
    end
    return value
end

patch.equal = equal

return patch
