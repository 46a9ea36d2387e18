# What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
# frozen_string_literal: true

require "adit"

$stdout.sync = true
cancelled = Queue.new
lists = lambda do |_, call|
  puts "called lists"
  ended = Queue.new
  call.on_cancel { ended << true }
  ended.pop
  puts "cancelled lists"
  cancelled << true
  { "texts" => ["late"] }
end
core = Adit::Library.new(ARGV[0]).open("todo", gateways: { lists: })
loop = Adit::Loop.new
loop.add(core)
zeros = 0
core.follow("/view/openCount") do |count|
  puts "count #{count.value}"
  zeros += 1 if count.value.zero?
end

add = lambda do |text|
  loop.run(core.request("todo" => { "request" => { "add" => { "item" => { "text" => text } } } }))
  puts "added #{text}"
end
expect_failure = lambda do
  loop.run(core.request("todo" => { "request" => { "import" => { "from" => "x" } } }))
rescue Adit::Error => e
  puts "failed #{e.name}"
  cancelled.pop
end

add.call("Milk")
expect_failure.call
loop.step until zeros == 2 # it has begun anew
add.call("Tea")
expect_failure.call
core.close
puts "closed"
