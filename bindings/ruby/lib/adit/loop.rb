# frozen_string_literal: true

module Adit
  # A loop on IO.select that drives any number of cores in one thread.
  class Loop
    def initialize
      @cores = []
    end

    # Drives a core from now on, until it is closed.
    def add(core)
      raise TypeError, "found #{Arguments.describe(core)}; an Adit::Core is expected" unless core.is_a?(Core)

      @cores << core
      core
    end

    # Waits for work once, `timeout` seconds at most (nil: without limit), and does it.
    def step(timeout = nil)
      @cores.reject!(&:closed?)
      ready, = IO.select(@cores, nil, nil, timeout) unless @cores.empty?
      (ready || []).each { |core| core.process(0) unless core.closed? }
    end

    # Runs until the future is done, and returns its value or raises its error; without one, until no core is open.
    def run(future = nil)
      step until future&.done? || @cores.all?(&:closed?)
      return future&.value if future.nil? || future.done?

      raise ArgumentError, "the future cannot complete: no core is open"
    end
  end
end
