-- A todo list on the command line: luajit todo.lua LIBRARY TEXT ... adds items, and prints the list as it changes.
local adit = require "adit"

local path = table.remove(arg, 1)
local loop = adit.Loop.new()
local core = loop:add(adit.load(path):open("todo"))
core:follow("/items", { on_change = function(items)
    for place, item in ipairs(items:elements()) do print(("%d. [%s] %s"):format(place, item.completed and "x" or " ", item.text)) end
    print(("-- revision %d"):format(items.revision))
end })
loop:run(loop:spawn(function()
    local added
    for _, text in ipairs(arg) do added = core:request { todo = { request = { add = { item = { text = text } } } } }:wait() end
    if added then core:request { todo = { request = { check = { id = added.todo.response.wasAdded.id } } } }:wait() end
end))
core:process()
core:close()
