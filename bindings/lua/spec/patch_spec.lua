-- RFC 6902.
local adit = require "adit"
local decode = adit.json.decode

-- {value, operations, result}; a result of nil is an error.
local cases = {
    { '{"a":1}', '[{"op":"add","path":"/b","value":[1]}]', '{"a":1,"b":[1]}' },
    { '[1,2]', '[{"op":"add","path":"/1","value":9}]', '[1,9,2]' },
    { '[1,2]', '[{"op":"add","path":"/-","value":9}]', '[1,2,9]' },
    { '[1,2]', '[{"op":"add","path":"/3","value":9}]' },
    { '[1,2]', '[{"op":"add","path":"/01","value":9}]' },
    { '{"a":[1,2,3]}', '[{"op":"remove","path":"/a/1"}]', '{"a":[1,3]}' },
    { '{"a":1}', '[{"op":"remove","path":"/b"}]' },
    { '{"a/b":{"~c":1}}', '[{"op":"replace","path":"/a~1b/~0c","value":2}]', '{"a/b":{"~c":2}}' },
    { '{"":1}', '[{"op":"replace","path":"/","value":2}]', '{"":2}' },
    { '{"a":1}', '[{"op":"replace","path":"","value":[]}]', '[]' },
    { '[1,2,3]', '[{"op":"move","from":"/0","path":"/2"}]', '[2,3,1]' },
    { '{"a":{"b":1}}', '[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]', '{"a":{"b":1},"c":{"b":2}}' },
    { '{"a":[1]}', '[{"op":"test","path":"/a","value":[1]}]', '{"a":[1]}' },
    { '{"a":[1]}', '[{"op":"test","path":"/a","value":[2]}]' },
    { '{"a":[]}', '[{"op":"add","path":"/a/0","value":1}]', '{"a":[1]}' },
    { '{"a":[1]}', '[{"op":"remove","path":"/a/0"}]', '{"a":[]}' },
    { '{"a":1}', '[{"op":"add","path":"/a/b","value":1}]' },
    { '{}', '[{"op":"turn","path":"/a"}]' },
}

describe("a patch", function()
    for _, case in ipairs(cases) do
        it(case[2] .. " of " .. case[1], function()
            local is_good, result = pcall(adit.patch.apply, decode(case[1]), decode(case[2]))
            assert.are.equal(case[3] ~= nil, is_good)
            if case[3] then assert.are.equal(case[3], adit.json.encode(result)) end
        end)
    end
end)
