# What a host does.
# frozen_string_literal: true

require "tmpdir"
require_relative "helper"

class TestAdit < Minitest::Test
  include Host

  def test_a_library_has_apps_and_catalogs
    assert_equal %w[counter todo], CORES.catalog.keys.sort
    assert_kind_of String, CORES.catalog("counter")["hash"]
    assert_match(/\A\d+\.\d+\.\d+\z/, CORES.version)
  end

  def test_two_libraries
    one, = open("counter")
    two, = open("profile", library: SHOWCASE)
    assert_equal 1, one.call(increment(1)).size
    assert_empty two.call("userTypesNewEmail" => { "userEmail" => "a@b.c" })
  end

  def test_a_request_completes_with_the_first_message_of_its_id
    core, heard = open("todo")
    request = core.request(add("Milk"))
    refute request.done?
    core.process
    assert_equal "Milk", request.value.dig("todo", "response", "wasAdded", "text")
    assert_equal 1, heard.size # the review request
  end

  def test_a_request_fails_with_the_error_of_the_core
    core, = open("todo")
    request = core.request("@get" => { "path" => "/itms" })
    core.process
    assert_includes assert_fails("EMESSAGE") { request.value }.message, "items"
  end

  def test_progress_is_no_answer
    texts = Array.new(20_000) { |number| "Item #{number}" }
    Dir.mktmpdir do |folder|
      core, heard = open("todo", config: { files: { folder: } }, gateways: { lists: ->(*) { { "texts" => texts } }, review: ->(*) {} })
      core.post(import("groceries"))
      drive(core) { heard.any? }
      export = core.request("@export" => { "path" => "todo.json" })
      drive(core) { export.done? }
      assert_equal "todo.json", export.value.dig("@exported", "path")
      assert(heard.any? { |message| message["@progress"] })
    end
  end

  def test_pull_mode
    core, = open("counter", pull: true)
    2.times { core.post(increment(1)) }
    assert_equal 2, core.receive.size
    assert_nil core.receive
  end

  def test_a_mirror_is_the_part_of_the_state
    core, = open("todo")
    milk = core.call(add("Milk")).dig(0, "todo", "response", "wasAdded", "id")
    core.call(add("Bread"))
    revisions = []
    mirror = core.follow("/items") { |items| revisions << items.revision }
    core.process
    [{ "check" => { "id" => milk } }, { "delete" => { "id" => milk } }].each do |request|
      core.post("todo" => { "request" => request })
      core.process
    end
    core.post(add("Butter"))
    core.process
    assert_equal [2, 3, 4, 5], revisions
    assert_equal core.call("@get" => { "path" => "/items" }).dig(0, "@value", "value"), mirror.value
    assert_equal(%w[Bread Butter], mirror.elements.map { |item| item["text"] })
    mirror.stop
    core.post(add("Honey"))
    core.process
    assert_equal 5, mirror.revision
  end

  def test_a_mirror_is_a_window
    core, = open("todo")
    10.times { |number| core.call(add("Item #{number}")) }
    mirror = core.follow("/items", from: 0, limit: 3)
    core.process
    assert_equal 10, mirror.count
    mirror.move(8)
    core.post(add("Item 10"))
    core.process
    assert_equal(["Item 8", "Item 9", "Item 10"], mirror.elements.map { |item| item["text"] })
    assert_equal 11, mirror.count
  end

  def test_a_loop_drives_cores_with_gateways_in_threads
    lists = ->(request, _) { { "texts" => ["Milk", request.dig("fetch", "list")] } }
    todo, = open("todo", gateways: { lists:, review: ->(*) {} })
    counter, = open("counter")
    loop = Adit::Loop.new
    [todo, counter].each { |core| loop.add(core) }
    imported = todo.request(import("groceries"))
    sum = counter.request(increment(4))
    assert_equal(%w[Milk groceries], loop.run(imported).dig("todo", "response", "wereImported").map { |item| item["text"] })
    assert_equal 4, loop.run(sum).dig("counter", "response", "wasIncremented", "to")
  end

  def test_the_output_of_a_call_reaches_gateways_and_mirrors
    core, heard = open("todo", gateways: { lists: ->(*) { { "texts" => ["Milk"] } }, review: ->(*) {} })
    mirror = core.follow("/view/openCount")
    core.process
    assert_equal "lists", core.call(import("groceries")).dig(0, "@effect", "gateway")
    drive(core) { heard.any? }
    assert_equal "Milk", heard.last.dig("todo", "response", "wereImported", 0, "text")
    core.call(add("Bread"))
    assert_equal 2, mirror.value
  end

  def test_whatever_can_be_called_receives_messages
    receiver = Class.new { attr_reader :message, :text; def call(message, text) = (@message, @text = message, text) }.new
    core = CORES.open("counter", on_message: receiver)
    core.post(increment(1))
    core.process
    assert_equal [1, '{"counter":{"response":{"wasIncremented":{"to":1}}}}'],
                 [receiver.message.dig("counter", "response", "wasIncremented", "to"), receiver.text]
    core.close
  end

  def test_a_batch_is_delivered_as_its_messages
    heard = []
    core = CORES.open("counter", config: { delivery: "batches" }, on_message: lambda { |message, text|
      heard << message << text if message["counter"]
      raise "mine" if heard.size == 2
    })
    request = core.request(increment(1))
    2.times { core.post(increment(1)) }
    assert_equal "mine", assert_raises(RuntimeError) { core.process }.message
    assert request.done?
    texts = [2, 3].map { |to| "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":#{to}}}}}" }
    assert_equal(texts.flat_map { |text| [JSON.parse(text), text] }, heard)
    core.close
  end

  def test_integers_are_exact
    core, = open("counter")
    assert_equal 2**53 + 1, core.call(increment(2**53 + 1)).dig(0, "counter", "response", "wasIncremented", "to")
  end

  PATCHES = [
    [{ "a" => 1 }, [{ "op" => "add", "path" => "/b", "value" => [1] }], { "a" => 1, "b" => [1] }],
    [[1, 2], [{ "op" => "add", "path" => "/1", "value" => 9 }], [1, 9, 2]],
    [[1, 2], [{ "op" => "add", "path" => "/-", "value" => 9 }], [1, 2, 9]],
    [{ "a/b" => { "~c" => 1 } }, [{ "op" => "replace", "path" => "/a~1b/~0c", "value" => 2 }], { "a/b" => { "~c" => 2 } }],
    [{ "" => 1 }, [{ "op" => "replace", "path" => "/", "value" => 2 }], { "" => 2 }],
    [{ "a" => 1 }, [{ "op" => "replace", "path" => "", "value" => [] }], []],
    [[1, 2, 3], [{ "op" => "move", "from" => "/0", "path" => "/2" }], [2, 3, 1]],
    [{ "a" => { "b" => 1 } }, [{ "op" => "copy", "from" => "/a", "path" => "/c" }, { "op" => "remove", "path" => "/a/b" }], { "a" => {}, "c" => { "b" => 1 } }],
    [{ "a" => [1] }, [{ "op" => "test", "path" => "/a", "value" => [1] }], { "a" => [1] }]
  ].freeze

  def test_patches
    PATCHES.each { |value, operations, result| assert_equal result, Adit::Patch.apply(Marshal.load(Marshal.dump(value)), operations) }
  end

  def test_patches_that_do_not_fit
    [["add", "/3"], ["add", "/01"], ["remove", "/2"], ["replace", "/x"], ["turn", "/0"], ["test", "/0"], ["add", "/0/x"], ["add", "x"]].each do |op, path|
      assert_raises(ArgumentError, "#{op} #{path}") { Adit::Patch.apply([1, 2], [{ "op" => op, "path" => path, "value" => 9 }]) }
    end
  end
end
