-- A host of the app weather: shows the forecast of a city. weather.lua SERVER CITY FOLDER
local adit = require "adit"
local server, city, folder = arg[1], arg[2], arg[3]
local answer
local core = adit.load("libadit_weather-gateways.so"):open("weather", {
    config = { serve = {
        http = { allow = adit.json.array { server }, addresses = adit.json.array { "127.0.0.0/8" } },
        keyValue = { path = folder .. "/values" },
    } },
    on_message = function(message, text) if message.weather then answer = answer or text end end,
})
core:send { weather = { request = { use = { server = server } } } }
core:send { weather = { request = { show = { city = city } } } }
while not answer do core:process(-1) end
print(answer)
core:close()
