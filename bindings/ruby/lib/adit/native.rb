# frozen_string_literal: true

require "fiddle"

module Adit
  # The functions of a library, by Fiddle.
  class Native
    ABI_VERSION = 1
    NO_OFFSET = 0xFFFFFFFF
    ERROR_SIZE = 256

    POINTER = Fiddle::TYPE_VOIDP
    SIZE = Fiddle::TYPE_SIZE_T
    INT = Fiddle::TYPE_INT
    CORE = -Fiddle::TYPE_LONG_LONG # unsigned

    # Results and arguments of the functions that the binding calls.
    FUNCTIONS = {
      "adit_abi_version" => [INT, []],
      "adit_version" => [POINTER, []],
      "adit_strerror" => [POINTER, [INT]],
      "adit_catalog" => [INT, [POINTER, POINTER, POINTER]],
      "adit_open" => [INT, [INT, POINTER, POINTER, SIZE, POINTER, POINTER, POINTER, POINTER, POINTER]],
      "adit_send" => [INT, [CORE, POINTER, SIZE, POINTER]],
      "adit_submit" => [INT, [CORE, POINTER, POINTER, SIZE, POINTER]],
      "adit_process" => [INT, [CORE, INT]],
      "adit_receive_all" => [INT, [CORE, INT, SIZE, POINTER, POINTER]],
      "adit_call" => [INT, [CORE, POINTER, SIZE, INT, POINTER, POINTER, POINTER]],
      "adit_fd" => [INT, [CORE]],
      "adit_wakeup" => [INT, [CORE]],
      "adit_close" => [INT, [CORE, INT]],
      "adit_free" => [Fiddle::TYPE_VOID, [POINTER]]
    }.freeze

    def initialize(path)
      handle = Fiddle.dlopen(path)
      @functions = FUNCTIONS.to_h do |name, (result, arguments)|
        [name.to_sym, Fiddle::Function.new(handle[name], arguments, result)]
      end
    rescue Fiddle::DLError => e
      raise Error.new(-1, Native.reason(path, e.message))
    end

    # Why a library cannot be loaded: where it was looked for, and what to do.
    def self.reason(path, fault)
      return "#{path}: #{fault}; an Adit library is expected" if fault.include?("unknown symbol")
      return "#{path}: #{fault}" unless fault.start_with?("#{path}: cannot open shared object file: No such file")

      if path.include?("/")
        "#{path}: there is no such file; it was looked for at #{File.expand_path(path)}. Give the path of an Adit library; " \
          "scripts/build makes build/lib/libadit_cores.so"
      else
        "#{path}: there is no such library in LD_LIBRARY_PATH (#{ENV.fetch('LD_LIBRARY_PATH', 'not set')}), nor in the folders of the " \
          "system (ldconfig -p). Give its path, such as ./#{path}, or add its folder to LD_LIBRARY_PATH"
      end
    end

    FUNCTIONS.each_key do |name|
      define_method(name.delete_prefix("adit_")) { |*arguments| @functions[name.to_sym].call(*arguments) }
    end

    # Raises the error of a code, or returns the code.
    def check(code, record = nil)
      return code if code >= 0

      offset = text = nil
      if record && record[8] != "\0"
        offset = record[4, 4].unpack1("L")
        offset = nil if offset == NO_OFFSET
        text = record[8..].unpack1("Z*")
      else
        text = strerror(code).to_s
      end
      raise Error.new(code, text.force_encoding(Encoding::UTF_8), offset)
    end

    # Memory for an `adit_error`.
    def record = "\0".b * ERROR_SIZE

    # Calls with places for a text and its length. Returns the code and the text; nil if there is none.
    def taking
      out = "\0".b * Fiddle::SIZEOF_VOIDP
      length = "\0".b * Fiddle::SIZEOF_SIZE_T
      code = yield out, length
      address = out.unpack1("J")
      return [code, nil] if address.zero?

      text = Fiddle::Pointer.new(address)[0, length.unpack1("J")].force_encoding(Encoding::UTF_8)
      free(address)
      [code, text]
    end
  end
end
