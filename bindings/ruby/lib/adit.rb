# frozen_string_literal: true

require "json"
require "weakref"

# Application cores of Adit, by Fiddle alone.
module Adit
  VERSION = "0.1.0"
end

require_relative "adit/error"
require_relative "adit/arguments"
require_relative "adit/native"
require_relative "adit/future"
require_relative "adit/patch"
require_relative "adit/mirror"
require_relative "adit/gateways"
require_relative "adit/core"
require_relative "adit/library"
require_relative "adit/loop"
