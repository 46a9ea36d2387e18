# The misuse of bindings/conformance/README.md.
# frozen_string_literal: true

require_relative "helper"

class TestMisuse < Minitest::Test
  include Host

  def test_use_after_close
    core, = open("counter")
    core.to_io
    core.close
    [
      -> { core.post(increment(1)) }, -> { core.submit("a", increment(1)) }, -> { core.process }, -> { core.receive },
      -> { core.call(increment(1)) }, -> { core.request(increment(1)) }, -> { core.follow("/value") }, -> { core.fd },
      -> { core.wakeup }, -> { core.to_io }, -> { core.ready? }
    ].each { |call| assert_fails("ECORE", &call) }
  end

  def test_close_twice
    core, heard = open("counter")
    2.times { core.close }
    assert_equal [{ "@closed" => {} }], heard
  end

  # The core is made where no stack or register keeps it.
  def drop(heard)
    Thread.new do
      core = CORES.open("counter", on_message: ->(message) { heard << message })
      core.post(increment(1))
      core.send(:id)
    end.value
  end

  def test_dropped_core
    heard = []
    ids = Array.new(20) { drop(heard) }
    10.times { GC.start }
    codes = ids.map { |id| CORES.native.process(id, 0) }
    # A conservative collector may keep the last one.
    assert_operator codes.count(Adit::Error.code("ECORE")), :>=, 19
    assert_empty heard
  end

  def test_callback_throws
    sums = []
    core = CORES.open("counter", on_message: lambda { |message|
      next unless message["counter"]

      sums << message["counter"]["response"]["wasIncremented"]["to"]
      raise IndexError, "mine" if sums.size == 1
    })
    core.post(increment(1))
    core.post(increment(2))
    assert_equal "mine", assert_raises(IndexError) { core.process }.message
    assert_equal [1, 3], sums
    core.post(increment(4))
    assert_equal 1, core.process
    assert_equal 7, sums.last
    core.close
  end

  def test_callback_throws_in_a_call
    %i[call call_text].each do |name|
      heard = []
      core = CORES.open("counter", on_message: lambda { |message|
        heard << message.dig("counter", "response", "wasIncremented", "to")
        raise IndexError, "mine" if heard.size == 1
      })
      core.post(increment(1))
      assert_equal "mine", assert_raises(IndexError) { core.public_send(name, increment(2)) }.message
      assert_equal [1, 3], heard
      core.close
    end
  end

  JUMPS = {
    "throw" => -> { throw :out }, "Thread.exit" => -> { Thread.exit },
    "Thread#kill" => -> { Thread.current.tap { |each| Thread.new { each.kill } && sleep } }
  }.freeze

  # Neither what waits is lost, nor is the core busy for good.
  def test_callback_throws_a_jump_or_ends_its_thread
    JUMPS.each do |name, jump|
      { process: [], call: [increment(1)], call_text: [increment(1)] }.each do |method, arguments|
        heard = []
        core = CORES.open("counter", on_message: lambda { |message|
          heard << (message.dig("counter", "response", "wasIncremented", "to") || message.keys.first)
          jump.call if heard.size == 1
        })
        3.times { core.post(increment(1)) }
        Thread.new { catch(:out) { core.public_send(method, *arguments) } }.join
        sums = method == :process ? [1, 2, 3] : [1, 2, 3, 4]
        assert_equal sums, heard, "#{name} in #{method}"
        core.post(increment(10))
        core.process
        assert_equal sums.last + 10, heard.last
        core.close
        assert_equal "@closed", heard.last
      end
    end
  end

  def test_callback_throws_a_jump_more_than_once
    heard = []
    core = CORES.open("counter", on_message: proc { |message|
      heard << message.dig("counter", "response", "wasIncremented", "to")
      throw :out, :thrown if heard.size <= 4
    })
    5.times { core.post(increment(1)) }
    assert_equal(:thrown, catch(:out) { core.process })
    assert_equal [1, 2, 3, 4, 5], heard
    Thread.new { core.close }.join
    assert core.closed?
  end

  def test_callback_throws_a_jump_in_a_batch_and_for_a_part_of_an_output
    heard = []
    core = CORES.open("todo", config: { "delivery" => "batches" }, on_message: lambda { |message|
      heard << message.keys.first
      throw :out if heard.size == 1
    })
    2.times { core.post(add("Milk")) }
    catch(:out) { core.process }
    assert_equal %w[todo appReview todo appReview], heard
    heard.clear
    core.post(add("Milk"))
    catch(:out) { core.call_text(add("Bread")) }
    assert_equal %w[todo appReview todo appReview], heard
    core.close
  end

  CANCEL = { "todo" => { "request" => { "cancelImport" => { "from" => "groceries" } } } }.freeze

  # A core with an import that `on_cancel` is called for, and what is heard of it.
  def open_importing(&on_cancel)
    begun = Queue.new
    lists = lambda { |_, call|
      call.on_cancel(&on_cancel)
      begun << true
      Queue.new.pop
    }
    core, heard = open("todo", gateways: { lists:, review: ->(*) {} })
    core.post(import("groceries"))
    core.process
    begun.pop
    [core, heard]
  end

  def test_a_cancellation_that_jumps_in_a_call_does_not_keep_the_rest_of_its_output
    core, heard = open_importing { throw :out }
    catch(:out) { core.call(CANCEL) }
    assert_equal({ "from" => "groceries" }, heard.last.dig("todo", "response", "importWasCancelled"))
  end

  def test_callback_throws_a_jump_as_the_core_closes
    [-> { throw :out }, -> { Thread.exit }].each do |jump|
      core = CORES.open("counter", on_message: ->(_) { jump.call })
      future = core.request(increment(1))
      Thread.new { catch(:out) { core.close } }.join
      assert core.closed?
      assert_raises(Adit::Error) { future.value(0) }
      core.close
    end
  end

  def test_a_cancellation_that_raises_in_a_call_does_not_keep_the_rest_of_its_output
    core, heard = open_importing { raise IndexError, "mine" }
    assert_equal "mine", assert_raises(IndexError) { core.call(CANCEL) }.message
    assert_equal({ "from" => "groceries" }, heard.last.dig("todo", "response", "importWasCancelled"))
  end

  def test_callback_drives
    names = []
    core, = open("counter")
    core.on_message = lambda { |_|
      [-> { core.process }, -> { core.call(increment(1)) }, -> { core.close }].each do |call|
        call.call
      rescue Adit::Error => e
        names << e.name
      end
    }
    core.post(increment(1))
    core.process
    core.on_message = proc {}
    assert_equal %w[EBUSY EBUSY EBUSY], names
    pulled, = open("counter", pull: true)
    assert_nil pulled.receive
  end

  def test_invalid_json
    core, = open("counter")
    assert_equal 12, assert_fails("EJSON") { core.post('{"counter": }') }.offset
  end

  def test_invalid_message
    core, = open("counter")
    assert_includes assert_fails("EMESSAGE") { core.post(increment("two")) }.message, "counter.request.increment.by"
  end

  def test_invalid_utf8
    core, = open("todo")
    assert_fails("EJSON") { core.post("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"caf\xE9\"}}}}}") }
    assert_fails("EJSON") { core.post("{\"todo\":\"\xFF".b) }
  end

  def test_embedded_nul
    core, = open("todo")
    assert_equal "a\0b", core.call(add("a\0b")).dig(0, "todo", "response", "wasAdded", "text")
    assert_fails("EJSON") { core.post("{\"counter\"\0:1}") }
  end

  def test_unknown_app = assert_fails("EAPP") { CORES.open("cuonter") }

  def test_bad_config = assert_includes(assert_fails("ECONFIG") { CORES.open("counter", config: { ehco: true }) }.message, "ehco")

  def test_wrong_library = assert_includes(assert_fails("EINVAL") { Adit::Library.new("libm.so.6") }.message, "libm.so.6")

  def test_missing_library
    file = assert_fails("EINVAL") { Adit::Library.new("/nowhere/none.so") }.message
    assert_includes(file, "looked for at /nowhere/none.so. Give the path of an Adit library")
    name = assert_fails("EINVAL") { Adit::Library.new("libnone.so") }.message
    assert_match(%r{no such library in LD_LIBRARY_PATH \(.*\), .* such as \./libnone\.so}, name)
  end

  def test_two_drivers
    inside = Queue.new
    leave = Queue.new
    core = CORES.open("counter", on_message: lambda { |message|
      next unless message["counter"]

      inside << true
      leave.pop
    })
    core.post(increment(1))
    driver = Thread.new { core.process(-1) }
    inside.pop
    assert_fails("EBUSY") { core.process }
    assert_fails("EBUSY") { core.close(0) }
    leave << true
    assert_equal 1, driver.value
    core.close
  end

  def test_many_senders
    core, heard = open("counter")
    senders = Array.new(8) { Thread.new { 1000.times { core.post(increment(1)) } } }
    drive(core) { heard.size == 8000 }
    senders.each(&:join)
    assert_equal 8000, heard.last.dig("counter", "response", "wasIncremented", "to")
  end

  def test_a_late_result_of_a_request_that_is_asked_again_by_its_id_is_ignored
    core = Struct.new(:sent) { def post(message) = sent << message }.new(Queue.new)
    answers = [Queue.new, Queue.new]
    waiting = answers.dup
    gateways = Adit::Gateways.new(core, { lists: ->(*) { waiting.shift.pop } })
    effect = { "id" => "e1-1", "gateway" => "lists", "request" => {} }
    others = Thread.list
    gateways.begin(effect)
    (first,) = Thread.list - others
    Thread.pass until waiting.size == 1
    gateways.cancel_all # the core's process has ended
    gateways.begin(effect) # a durable request
    answers[0] << "late"
    first.join
    assert_empty core.sent
    answers[1] << "right"
    assert_equal({ "@reply" => { "effect" => "e1-1", "result" => "right" } }, core.sent.pop)
    assert_empty core.sent
  end

  def test_gateway_throws
    core, heard = open("todo", gateways: { lists: ->(*) { raise "no such list" }, review: ->(*) {} })
    # The host sees it as well: the thread ends by it.
    _, reported = capture_io do
      core.post(import("groceries"))
      drive(core) { heard.any? }
      drive(core) { $stderr.string.include?("no such list") }
    end
    assert_includes heard.last.dig("todo", "response", "wereNotImported", "error").to_s, "no such list"
    assert_match(/terminated with exception.*no such list \(RuntimeError\)/m, reported)
  end

  def test_a_reply_waits_until_a_full_queue_has_room
    core = nil
    lists = lambda do |*|
      loop { core.post("todo" => { "request" => { "add" => { "item" => { "text" => "x" } } } }) }
    rescue Adit::Error => e
      { "texts" => [e.name] }
    end
    core, heard = open("todo", config: { "limits" => { "queue" => 2 } }, gateways: { lists:, review: ->(*) {} })
    core.post(import("groceries"))
    core.process
    gateways = core.instance_variable_get(:@gateways)
    Thread.pass until gateways.unsent? # the gateway has filled the queue, and answered
    core.process while heard.none? { |message| message.dig("todo", "response", "wereImported") }
    imported = heard.find { |message| message.dig("todo", "response", "wereImported") }
    assert_equal "EFULL", imported.dig("todo", "response", "wereImported", 0, "text")
    refute gateways.unsent?
  end

  def test_refused_reply
    { Float::NAN => "EJSON", { "texts" => ["\xFF"] } => "EJSON", { "texts" => ["x" * 10_000] } => "ESIZE" }.each do |result, name|
      core, heard = open("todo", config: { limits: { message: 5000 } }, gateways: { lists: ->(*) { result }, review: ->(*) {} })
      _, reported = capture_io do
        core.post(import("groceries"))
        drive(core) { heard.any? }
      end
      assert_includes heard.last.dig("todo", "response", "wereNotImported", "error").to_s, name
      assert_includes reported, name
    end
  end

  def test_gateway_cancelled
    cancelled = Queue.new
    late = Queue.new
    lists = lambda { |_, call|
      call.on_cancel { cancelled << true }
      late.pop
      { "texts" => ["Late"] }
    }
    core, heard = open("todo", gateways: { lists:, review: ->(*) {} })
    core.post(import("groceries"))
    core.process
    core.post("todo" => { "request" => { "cancelImport" => { "from" => "groceries" } } })
    drive(core) { heard.any? }
    assert cancelled.pop
    assert_equal "groceries", heard.last.dig("todo", "response", "importWasCancelled", "from")
    late << true
    assert_equal 0, core.call("@stats" => {}).dig(0, "@stats", "ignoredReplies")
  end

  def test_close_pending
    cancelled = Queue.new
    lists = lambda { |_, call|
      call.on_cancel { cancelled << true }
      Queue.new.pop
    }
    core, = open("todo", gateways: { lists:, review: ->(*) {} })
    core.post(import("groceries"))
    core.process
    request = core.request("@get" => { "path" => "/items" })
    core.close
    assert cancelled.pop
    assert_fails("ECLOSED") { request.value }
  end

  def test_a_cancellation_that_raises_does_not_keep_the_others
    cancelled = Queue.new
    begun = Queue.new
    lists = lambda { |_, call|
      call.on_cancel { raise "mine" }
      call.on_cancel { cancelled << true }
      begun << true
      Queue.new.pop
    }
    core, = open("todo", gateways: { lists:, review: ->(*) {} })
    2.times { |n| core.post(import("list #{n}")) }
    core.process
    2.times { begun.pop }
    assert_equal "mine", assert_raises(RuntimeError) { core.close }.message
    assert core.closed?
    assert_equal 2, cancelled.size
  end

  # A client may know how the binding names requests and mirrors.
  def test_client_names
    core, heard = open("counter", config: { clients: ["@subscribe"] })
    mirror = core.follow("/value")
    core.process
    core.submit("mallory", increment(1).merge("@id" => "ruby-2"))
    core.submit("mallory", "@subscribe" => { "subscription" => mirror.name, "path" => "" })
    request = core.request(increment(5))
    core.process
    assert_equal 6, request.value.dig("counter", "response", "wasIncremented", "to")
    assert_equal 6, mirror.value
    assert_equal(["mallory"], heard.map { |message| message["@client"] }.uniq)
  end

  def test_big_message
    core, = open("todo")
    text = "Milk and honey. " * 65_536
    assert_equal text, core.call(add(text)).dig(0, "todo", "response", "wasAdded", "text")
  end
end
