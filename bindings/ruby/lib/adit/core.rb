# frozen_string_literal: true

module Adit
  # A core. `post`, `submit` and `wakeup` are for any thread; one thread at a time drives it.
  class Core
    attr_reader :library
    # The receiver of messages that no request, mirror or gateway takes.
    attr_accessor :on_message

    # Messages with a request's id on the way to its answer.
    UNDERWAY = %w[@log @gap @progress].freeze
    private_constant :UNDERWAY

    # What the callback needs of a core, which must not keep the core alive.
    class Receiver
      attr_accessor :core, :failure

      def initialize(core) = @core = WeakRef.new(core)

      # No exception may leave the callback: the stack below is C's.
      def receive(text) = guard { @core.dispatch(text) }

      # Keeps an exception for the call that drives.
      def guard
        yield
      rescue WeakRef::RefError
        nil
      rescue Exception => e # rubocop:disable Lint/RescueException
        @failure ||= e
      end
    end

    def initialize(library, app, config, gateways, pull, on_message)
      app = Arguments.name(app, "the name of an app")
      config = Arguments.hash(config, "a config is expected, a Hash")
      gateways = Arguments.hash(gateways, "gateways are expected, a Hash of callables by their names")
      gateways.each { |name, function| Arguments.callable(function, "the gateway #{name}") }
      Arguments.callable(on_message, "on_message") unless on_message.nil?
      @library = library
      @native = library.native
      @on_message = on_message || proc {}
      @requests = {}
      @mirrors = {}
      @last = 0
      @lock = Mutex.new
      @gateways = Gateways.new(self, gateways)
      @receiver = Receiver.new(self)
      config = { "gateways" => gateways.keys.map(&:to_s).sort }.merge(config.transform_keys(&:to_s)) unless gateways.empty?
      start(app, Arguments.json(config), pull)
    end

    def closed? = @closed ? true : false

    # Queues a message: a Hash, or a String with its text. Any thread.
    def post(message)
      text = text_of(message)
      record = @native.record
      @native.check(@native.send(id, text, text.bytesize, record), record)
      nil
    end

    # Queues a message on behalf of a client. Any thread.
    def submit(client, message)
      client = Arguments.name(client, "the name of a client")
      text = text_of(message)
      record = @native.record
      @native.check(@native.submit(id, client, text, text.bytesize, record), record)
      nil
    end

    # Handles what is queued, and delivers the output; waits for a first message, `timeout` milliseconds at most (-1: without
    # limit). Returns the number of delivered messages. Raises what a receiver has raised.
    def process(timeout = 0)
      timeout = Arguments.timeout(timeout)
      driving { @native.check(entering { |core| @native.process(core, timeout) }) }
    end

    # In pull mode: the messages that wait; nil if there is none in time.
    def receive(timeout = 0)
      timeout = Arguments.timeout(timeout)
      code, text = @native.taking { |out, length| @native.receive_all(id, timeout, 0, out, length) }
      return nil if code == Error.code("ETIMEDOUT")

      @native.check(code)
      JSON.parse(text)
    end

    # Sends a message, drives the core until it has been handled, and returns its output, an Array. Requests, mirrors and gateways
    # receive what is theirs in it as well; where a receiver raises, on_message receives the rest.
    def call(message, timeout = -1)
      rest = []
      driving(-> { pass_each(rest) { |item| hear(item) } }) do
        output = JSON.parse(driven_text(message, timeout))
        pass_each(output.dup) { |item| taken?(item) || rest << item }
        output
      end
    end

    # Returns the text of the array, which no request, mirror or gateway receives; where a receiver raises, it is delivered as usual.
    def call_text(message, timeout = -1)
      output = "[]"
      driving(-> { dispatch(output) }) { output = driven_text(message, timeout) }
    end

    # Sends a message with an id of its own. Returns a Future of the first message that carries this id. Any thread.
    def request(message)
      Arguments.hash(message, "a request is expected, a Hash")
      future = Future.new
      name = @lock.synchronize { "ruby-#{@last += 1}" }
      @requests[name] = future
      post(message.merge("@id" => name))
      future
    rescue Error
      @requests.delete(name)
      raise
    end

    # Follows a part of the state; with `from` and `limit`, a window of a list. The block is called after each change.
    def follow(path, from: nil, limit: nil, &on_change)
      Arguments.name(path, 'a path such as "/items"')
      name = @lock.synchronize { "ruby-mirror-#{@last += 1}" }
      mirror = Mirror.new(self, name, path, from, limit, on_change)
      @mirrors[name] = mirror
      mirror.subscribe
      mirror
    rescue Error
      @mirrors.delete(name)
      raise
    end

    # Called by a mirror that stops.
    def forget(mirror) = @mirrors.delete(mirror.name)

    # The descriptor that is readable while the core has work: for IO.select, through `to_io`.
    def fd = @native.check(@native.fd(id))

    # An IO of the descriptor, which it does not close.
    def to_io
      id # a closed core has no descriptor: the number may be that of another file by now
      @to_io ||= IO.for_fd(fd, autoclose: false)
    end

    # Whether the core has work.
    def ready? = !IO.select([to_io], nil, nil, 0).nil?

    # Makes a waiting `process` return. Any thread.
    def wakeup
      @native.check(@native.wakeup(id))
      nil
    end

    # Closes the core: the rest of the output is delivered, and what is pending fails. The second call does nothing.
    def close(timeout = 1000)
      return if closed?

      timeout = Arguments.timeout(timeout)
      again = -> { finish unless @native.close(@id, timeout) == Error.code("EBUSY") }
      code = entering(again) { |core| @native.close(core, timeout) }
      finish unless code == Error.code("EBUSY")
      @native.check(code)
      raise_failure
      nil
    end

    # Passes a message to who waits for it; with "delivery": "batches", each of an array.
    def dispatch(text)
      message = JSON.parse(text)
      return pass(message, text) unless message.is_a?(Array)

      pass_each(message) { |part| pass(part) }
    end

    private

    # Empties an array, also where the block raises or jumps.
    def pass_each(messages, &block)
      @receiver.guard { block.call(messages.shift) } until messages.empty?
    ensure
      pass_each(messages, &block) unless messages.empty?
    end

    def pass(message, text = nil)
      follow_process(message)
      hear(message, text) unless taken?(message)
    end

    def hear(message, text = nil)
      receiver = @on_message
      receiver = receiver.method(:call) unless receiver.respond_to?(:arity)
      receiver.arity == 2 ? receiver.call(message, text || JSON.generate(message)) : receiver.call(message)
    end

    def start(app, config, pull)
      @callback = Core.callback(@receiver)
      out = "\0".b * 8
      record = @native.record
      code = @native.open(Native::ABI_VERSION, app, config, config.bytesize, pull ? nil : @callback, nil, nil, out, record)
      @native.check(code, record)
      @id = out.unpack1("Q")
      ObjectSpace.define_finalizer(self, Core.closing(@native, @id, @callback))
    end

    # The two below are functions of the class, since a block holds the object that makes it.

    def self.callback(receiver)
      arguments = [Native::POINTER, Native::CORE, Native::POINTER, Native::SIZE]
      Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_VOID, arguments) do |_, _, text, length|
        receiver.receive(text[0, length].force_encoding(Encoding::UTF_8))
      end
    end

    # The callback is held until the core is closed.
    def self.closing(native, id, callback) = proc { native.close(id, 1000) && callback }

    def id
      raise Error.new(Error.code("ECORE"), "the core is closed") if closed?

      @id
    end

    def text_of(message) = Arguments.text(message)

    def driven_text(message, timeout)
      text = text_of(message)
      timeout = Arguments.timeout(timeout)
      record = @native.record
      code, answer = @native.taking do |out, length|
        entering { |core| @native.call(core, text, text.bytesize, timeout, out, length, record) }
      end
      @native.check(code, record)
      answer
    end

    # Calls a function that drives. A receiver may jump out of it: by `throw`, `break` or `return`, or as its thread ends. Adit expects
    # another call of this thread then (docs/abi.md), which delivers the other messages.
    def entering(after_jump = -> { process_on })
      core = id
      has_returned = false
      result = yield core
      has_returned = true
      result
    ensure
      after_jump.call if core && !has_returned
    end

    def process_on = entering { |core| @native.process(core, 0) }

    # `deliver` is for the result: nothing returns it where a receiver has raised or jumped.
    def driving(deliver = nil)
      has_returned = false
      result = yield
      @receiver.guard { @gateways.send_unsent }
      has_returned = true
      deliver&.call if @receiver.failure
      raise_failure
      result
    ensure
      deliver&.call unless has_returned
    end

    def raise_failure
      failure = @receiver.failure
      @receiver.failure = nil
      raise failure if failure
    end

    # Whether a gateway, a mirror or a request takes the message.
    def taken?(message)
      return @gateways.begin(message["@effect"]) if message["@effect"]
      return @gateways.cancel(message["@cancel"]["effect"]) if message["@cancel"]
      return false if message["@client"] # a client may use the same names and ids

      update = message["@value"] || message["@patch"]
      mirror = update && @mirrors[update["subscription"]]
      mirror&.update(message)
      !mirror.nil? || answer?(message)
    end

    # Whether the message answers a request.
    def answer?(message)
      return false if UNDERWAY.any? { |name| message.key?(name) }

      future = @requests.delete(message["@id"]) if message["@id"].is_a?(String)
      return false unless future

      message["@error"] ? future.fail(Error.of_message(message["@error"])) : future.complete(message)
      true
    end

    # The end and the beginning of the core's process, if that is `adit serve`.
    def follow_process(message)
      if message["@crashed"]
        lose(Error.new(Error.code("ECRASHED"), "the core's process ended before there was an answer"))
      elsif message["@gone"]
        lose(Error.of_message(message["@gone"]))
      elsif message["@reopened"]
        @mirrors.each_value(&:subscribe_again)
      end
    end

    # Fails what waits: its answers will not come.
    def lose(error)
      futures = @requests.values
      @requests.clear
      futures.each { |future| future.fail(error) }
      @gateways.cancel_all
    end

    def finish
      @closed = true
      ObjectSpace.undefine_finalizer(self)
      lose(Error.new(Error.code("ECLOSED"), "the core closed before it answered"))
    end
  end
end
