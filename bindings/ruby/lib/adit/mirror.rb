# frozen_string_literal: true

module Adit
  # A copy of a followed part of the state, kept up to date by the core's patches.
  class Mirror
    attr_reader :name, :path, :value, :revision, :count, :from

    def initialize(core, name, path, from, limit, on_change)
      @core = core
      @name = name
      @path = path
      @from = from
      @limit = limit
      @on_change = on_change || proc {}
    end

    # Subscribes. The value is nil until the core has answered, and while the path leads nowhere.
    def subscribe
      @core.post("@subscribe" => { "subscription" => name, "path" => path, "from" => from, "limit" => @limit }.compact)
    end

    # Subscribes in a core that was opened again. After another crash, another `@reopened` follows.
    def subscribe_again
      subscribe
    rescue Error => e
      raise unless e.name == "ECRASHED"
    end

    # Takes an `@value` or an `@patch`.
    def update(message)
      update = message["@value"] || message["@patch"]
      if message["@value"]
        @value = update["value"]
        @from = update["from"]
      elsif update["from"] != revision
        # One was lost: begin again.
        @core.post("@unsubscribe" => { "subscription" => name })
        return subscribe
      else
        @value = Patch.apply(@value, update["ops"])
      end
      @revision = update["revision"]
      @count = update["count"]
      @on_change.call(self)
    end

    # Moves a window.
    def move(from, limit = nil)
      @from = from
      @limit = limit || @limit
      @core.post("@window" => { "subscription" => name, "from" => from, "limit" => limit }.compact)
    end

    # The elements of a followed table, in their order.
    def elements = (value || { "ids" => [] })["ids"].map { |id| value["entities"][id.to_s] }

    # Ends the subscription; the last value stays.
    def stop
      return unless @core.forget(self)

      @core.post("@unsubscribe" => { "subscription" => name }) unless @core.closed?
    end
  end
end
