# wrong-argument: an error says which one was found, and what is expected. A number once went to C as an address.
# frozen_string_literal: true

require_relative "helper"

class TestArguments < Minitest::Test
  include Host

  def refuses(type, text, &call)
    error = assert_raises(type, &call)
    assert_includes error.message, text
  end

  def test_a_path_is_a_string
    [nil, 5, [], :x].each { |path| refuses(TypeError, "; the path of a library is expected, a String") { Adit::Library.new(path) } }
    ["", "a\0b"].each { |path| assert_fails("EINVAL") { Adit::Library.new(path) } }
  end

  def test_a_name_is_a_string
    core, = open("counter")
    [nil, 5, :counter, {}].each do |name|
      refuses(TypeError, "; the name of an app is expected, a String") { CORES.open(name) }
      refuses(TypeError, "; the name of a client is expected, a String") { core.submit(name, increment(1)) }
      refuses(TypeError, "; the name of an app is expected, a String") { CORES.catalog(name) } if name
    end
    refuses(Adit::Error, 'found a NUL in the name of an app, "counter\\u0000x"') { CORES.open("counter\0x") }
    core.close
  end

  def test_a_message_is_a_hash_or_a_string
    core, = open("counter")
    [nil, 5, [1], true].each do |message|
      refuses(TypeError, "; a message is expected, a Hash or a String with its text") { core.post(message) }
      refuses(TypeError, "; a message is expected, a Hash or a String with its text") { core.call(message) }
      refuses(TypeError, "; a request is expected, a Hash") { core.request(message) }
      refuses(TypeError, "; a config is expected, a Hash") { CORES.open("counter", config: message) }
    end
    refuses(TypeError, "found the Array [0, 1, 2") { core.post((0..1000).to_a) }
    core.close
  end

  def test_values_without_json_are_ejson
    core, = open("counter")
    [{ "a" => Float::NAN }, { "a" => "\xff" }].each do |message|
      assert_fails("EJSON") { core.post(message) }
      assert_fails("EJSON") { CORES.open("counter", config: message) }
    end
    core.close
  end

  def test_callbacks_can_be_called
    refuses(TypeError, "found the Integer 5; something callable is expected as on_message") { CORES.open("counter", on_message: 5) }
    refuses(TypeError, "found nil; something callable is expected as the gateway lists") { CORES.open("todo", gateways: { lists: nil }) }
    refuses(TypeError, "found the Integer 5; gateways are expected, a Hash") { CORES.open("todo", gateways: 5) }
  end

  def test_timeouts_paths_and_loops
    core, = open("counter")
    [nil, "x", []].each { |timeout| refuses(TypeError, "as a timeout; milliseconds are expected") { core.process(timeout) } }
    [-2, 2**40, Float::NAN].each { |timeout| refuses(ArgumentError, "as a timeout; milliseconds are expected") { core.call(increment(1), timeout) } }
    refuses(TypeError, 'found nil; a path such as "/items" is expected') { core.follow(nil) }
    refuses(TypeError, "found nil; an Adit::Core is expected") { Adit::Loop.new.add(nil) }
    core.close
  end
end
