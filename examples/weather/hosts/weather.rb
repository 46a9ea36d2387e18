# A host of the app weather: shows the forecast of a city. weather.rb SERVER CITY FOLDER
require "adit"

server, city, folder = ARGV
serve = { http: { allow: [server], addresses: ["127.0.0.0/8"] }, keyValue: { path: "#{folder}/values" } }
Adit::Library.new("libadit_weather-gateways.so").open("weather", config: { serve: serve }, pull: true) do |core|
  core.post("weather" => { "request" => { "use" => { "server" => server } } })
  core.post("weather" => { "request" => { "show" => { "city" => city } } })
  puts JSON.generate(core.receive(-1).first)
end
