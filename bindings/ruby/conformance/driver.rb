# The conformance driver: ruby driver.rb LIBRARY (bindings/conformance/README.md).
# frozen_string_literal: true

require "adit"

library = Adit::Library.new(ARGV.fetch(0))
cores = []
heard = []
$stdin.each_line do |line|
  name, of = JSON.parse(line).first
  core = cores[of["core"] - 1] if of["core"]
  heard.clear
  begin
    answer = case name
             when "catalog" then { out: JSON.generate(library.catalog(of["app"])) }
             when "open"
               config = JSON.parse(of["config"])
               cores << library.open(of["app"], config:, on_message: ->(_, text) { heard << text })
               { core: cores.size }
             when "send" then (of["client"] ? core.submit(of["client"], of["text"]) : core.post(of["text"])) || {}
             when "process" then core.process(of["timeout"]) && {}
             when "call" then { out: core.call_text(of["text"], of["timeout"]) }
             when "wakeup" then core.wakeup || {}
             when "close" then core.close(of["timeout"]) || {}
             end
  rescue Adit::Error => e
    answer = { error: { code: e.code, offset: e.offset, text: e.message } }
  end
  answer = answer.merge(messages: heard, ready: !core.closed? && core.ready?) if core
  puts JSON.generate(answer)
  $stdout.flush
end
