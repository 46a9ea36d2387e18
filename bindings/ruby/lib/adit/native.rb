# SPDX-License-Identifier: Apache-2.0
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
      reason = e.message.include?("unknown symbol") ? "#{e.message}; an Adit library is expected" : e.message
      raise Error.new(-1, "#{path}: #{reason}")
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
