# frozen_string_literal: true

module Adit
  # A request to a gateway that is under way.
  class GatewayCall
    attr_reader :effect

    def initialize(effect, replies)
      @effect = effect
      @replies = replies
      @is_cancelled = false
      @cancels = []
      @lock = Mutex.new
    end

    # Whether the core has cancelled the request, or has closed.
    def cancelled? = @is_cancelled

    # Calls the block when the request is cancelled; at once if it is already.
    def on_cancel(&block)
      is_late = @lock.synchronize { cancelled? || !@cancels.push(block) }
      block.call if is_late
    end

    def replies? = @replies

    def cancel
      cancels = @lock.synchronize do
        @is_cancelled = true
        @cancels.slice!(0..)
      end
      GatewayCall.call_all(cancels)
    end

    # Calls all, also where one raises; raises the first exception then.
    def self.call_all(actions)
      failures = actions.filter_map do |action|
        action.call
        nil
      rescue StandardError => e
        e
      end
      raise failures.first unless failures.empty?
    end
  end

  # The gateways that a host serves: each request runs in a thread.
  class Gateways
    def initialize(core, functions)
      @core = WeakRef.new(core)
      @functions = functions.transform_keys(&:to_s)
      @calls = {}
      @lock = Mutex.new
      @unsent = []
      @sending = Mutex.new
    end

    # Begins a request. Returns false if no function serves it.
    def begin(effect)
      function = @functions[effect["gateway"]]
      return false unless function

      call = GatewayCall.new(effect["id"], effect["reply"] != false)
      @lock.synchronize { @calls[call.effect] = call }
      # An exception is an answer, and ends the thread: Thread.report_on_exception says whether Ruby reports it.
      Thread.new { answer(call) { function.call(effect["request"], call) } }
      true
    end

    # Cancels a request. Returns false if it is not under way.
    def cancel(effect)
      call = @lock.synchronize { @calls.delete(effect) }
      call&.cancel
      !call.nil?
    end

    def cancel_all
      @sending.synchronize { @unsent.clear }
      calls = @lock.synchronize { @calls.values.tap { @calls.clear } }
      GatewayCall.call_all(calls.map { |call| call.method(:cancel) })
    end

    # Whether replies wait for room in the queue.
    def unsent? = !@unsent.empty?

    # Sends the replies that were kept, as far as the queue has room. Called whenever the core was driven.
    def send_unsent
      @sending.synchronize { @unsent.shift while unsent? && sent?(@unsent.first) }
    end

    private

    # Sends a reply, or keeps it until the queue has room: no sooner than a call has driven.
    def reply(message)
      @sending.synchronize { @unsent << message if unsent? || !sent?(message) }
    end

    # False if the queue is full. A reply that is refused, such as one that is no JSON, becomes an error; a core that has closed needs
    # none.
    def sent?(message)
      @core.post(message)
      true
    rescue WeakRef::RefError
      true
    rescue Error => e
      return false if e.name == "EFULL"
      return true if %w[ECORE ECLOSED ECRASHED EFORK].include?(e.name) || message.dig("@reply", "error")

      warn "adit: the result of a gateway was refused: #{e.name}: #{e.message}"
      sent?("@reply" => { "effect" => message.dig("@reply", "effect"), "error" => "#{e.name}: #{e.message}" })
    end

    def answer(call)
      failure = nil
      result = begin
        { "result" => yield }
      rescue StandardError => e
        failure = e
        { "error" => e.message.encode(Encoding::UTF_8, invalid: :replace, undef: :replace).scrub }
      end
      is_wanted = forget(call)
      reply("@reply" => { "effect" => call.effect }.merge(result)) if is_wanted && call.replies?
      raise failure if failure && (is_wanted || !call.replies?)
    end

    # False if the request was cancelled: a late result is ignored. Another one may have its id, a durable one after a crash.
    def forget(call)
      @lock.synchronize { @calls[call.effect].equal?(call) && !@calls.delete(call.effect).nil? }
    end
  end
end
