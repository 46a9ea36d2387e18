# frozen_string_literal: true

module Adit
  # Checks arguments before C reads them: an error says what was found, and what is expected.
  module Arguments
    module_function

    # A name or a path, which C reads up to its NUL.
    def name(value, what)
      raise TypeError, "found #{describe(value)}; #{what} is expected, a String" unless value.is_a?(String)

      text = value.encode(Encoding::UTF_8)
      return text unless text.include?("\0")

      raise Error.new(Error.code("EINVAL"), "found a NUL in #{what}, #{value.inspect}; one without it is expected")
    rescue EncodingError
      raise Error.new(Error.code("EINVAL"), "found #{value.inspect} as #{what}; UTF-8 is expected")
    end

    # The text of a message: a Hash by JSON, and a String as it is.
    def text(value)
      return value if value.is_a?(String)

      json(hash(value, "a message is expected, a Hash or a String with its text"))
    end

    # The JSON text of a value. Without JSON, such as NaN or bytes that are no UTF-8, it is an EJSON, as of a text.
    def json(value)
      JSON.generate(value)
    rescue JSON::GeneratorError, EncodingError => e
      raise Error.new(Error.code("EJSON"), "found a value without a JSON form: #{e.message}")
    end

    def hash(value, expected)
      return value if value.is_a?(Hash)

      raise TypeError, "found #{describe(value)}; #{expected}"
    end

    def callable(value, what)
      return value if value.respond_to?(:call)

      raise TypeError, "found #{describe(value)}; something callable is expected as #{what}, such as a lambda"
    end

    # Milliseconds.
    def timeout(value)
      return value if value.is_a?(Integer) && (-1..0x7FFFFFFF).cover?(value)
      return value.ceil if value.is_a?(Numeric) && value.real? && (0..0x7FFFFFFF).cover?(value)

      fault = value.is_a?(Numeric) ? ArgumentError : TypeError
      raise fault, "found #{describe(value)} as a timeout; milliseconds are expected, or -1 for no limit"
    end

    def describe(value)
      text = value.inspect
      text = "#{text[0, 59]}…" if text.length > 60
      value.nil? ? "nil" : "the #{value.class} #{text}"
    end
  end
end
