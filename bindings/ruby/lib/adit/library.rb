# frozen_string_literal: true

module Adit
  # A library of apps. Any thread.
  class Library
    attr_reader :native, :path

    # Loads a library; a path without a slash is looked for where the system has its libraries.
    #
    # Raises an Error: EINVAL if there is none, or one that is not Adit's; EABI if it is of another version.
    def initialize(path)
      path = path.to_path if path.respond_to?(:to_path)
      @path = Arguments.name(path, "the path of a library")
      raise Error.new(Error.code("EINVAL"), 'found "" as the path of a library; the path of a file is expected') if path.empty?

      @native = Native.new(@path)
      version = @native.abi_version
      return if version == Native::ABI_VERSION

      raise Error.new(-2, "#{path}: found version #{version} of the interface; #{Native::ABI_VERSION} is expected")
    end

    # The catalog of an app: its JSON Schema; without a name, the apps.
    def catalog(app = nil)
      app = Arguments.name(app, "the name of an app") unless app.nil?
      code, text = native.taking { |out, length| native.catalog(app, out, length) }
      native.check(code)
      JSON.parse(text)
    end

    # The version of Adit in the library.
    def version = native.version.to_s

    # Opens a core of an app, and closes it after the block, if there is one.
    #
    # on_message: receives each message that no request, mirror or gateway takes.
    # gateways: a callable by name, which receives the request and the GatewayCall.
    # pull: for Core#receive in place of on_message.
    def open(app, config: {}, gateways: {}, pull: false, on_message: nil)
      core = Core.new(self, app, config, gateways, pull, on_message)
      return core unless block_given?

      begin
        yield core
      ensure
        core.close
      end
    end
  end
end
