# frozen_string_literal: true

module Adit
  # An error of Adit, by its code.
  class Error < StandardError
    NAMES = %w[
      EINVAL EABI EAPP ECONFIG ECORE EBUSY EFORK EJSON EMESSAGE ESIZE EFULL ETIMEDOUT ESTORE ELOCKED ESCHEMA ENOMEM
      EINTERNAL EHANDLER ECASCADE ECLOSED EREPLAY EDENIED ECRASHED EFENCED
    ].freeze # ECRASHED is of libadit_served.so

    # The code of adit.h, its name, and the offset in the input; nil if it is unknown.
    attr_reader :code, :name, :offset
    # The path of an `@error`.
    attr_reader :path

    def initialize(code, text, offset = nil, path = nil)
      super(text)
      @code = code
      @name = NAMES[-code - 1] || code.to_s
      @offset = offset
      @path = path
    end

    # The code of a name.
    def self.code(name) = -(NAMES.index(name.upcase) || 16) - 1

    # The error that an `@error` of a core describes.
    def self.of_message(body) = new(code(body["code"]), body["message"], nil, body["path"])
  end
end
