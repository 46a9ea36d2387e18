# frozen_string_literal: true

module Adit
  # A value that is there later.
  class Future
    def initialize
      @lock = Mutex.new
      @done = ConditionVariable.new
      @is_done = false
    end

    def done? = @is_done

    def complete(value) = finish { @value = value }
    def fail(error) = finish { @error = error }

    # The value, or its error is raised. Waits for another thread that drives the core; nil if `timeout` seconds have passed.
    def value(timeout = nil)
      @lock.synchronize { @done.wait(@lock, timeout) unless @is_done }
      return nil unless @is_done
      raise @error if @error

      @value
    end

    private

    def finish
      @lock.synchronize do
        return if @is_done

        yield
        @is_done = true
        @done.broadcast
      end
    end
  end
end
