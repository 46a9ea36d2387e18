# A todo list on the command line: ruby -Ilib todo.rb LIBRARY TEXT ... adds items, and prints the list as it changes.
# frozen_string_literal: true

require "adit"

path, *texts = ARGV
loop = Adit::Loop.new
Adit::Library.new(path).open("todo") do |core|
  loop.add(core)
  core.follow("/items") do |items|
    items.elements.each_with_index { |item, place| puts "#{place + 1}. [#{item['completed'] ? 'x' : ' '}] #{item['text']}" }
    puts "-- revision #{items.revision}"
  end
  added = texts.map { |text| loop.run(core.request("todo" => { "request" => { "add" => { "item" => { "text" => text } } } })) }
  id = added.last&.dig("todo", "response", "wasAdded", "id")
  loop.run(core.request("todo" => { "request" => { "check" => { "id" => id } } })) if id
end
