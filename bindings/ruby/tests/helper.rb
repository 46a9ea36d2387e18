# frozen_string_literal: true

require "minitest/autorun"
require "adit"

# What the tests share.
module Host
  FOLDER = ENV.fetch("ADIT_LIB_DIR", File.expand_path("../../../build/lib", __dir__))
  CORES = Adit::Library.new("#{FOLDER}/libadit_cores.so")
  SHOWCASE = Adit::Library.new("#{FOLDER}/libadit_showcase.so")

  # Opens a core that notes what it delivers.
  def open(app, library: CORES, **options)
    heard = []
    core = library.open(app, on_message: ->(message) { heard << message }, **options)
    (@open ||= []) << core
    [core, heard]
  end

  def teardown = (@open || []).each(&:close)

  def increment(by) = { "counter" => { "request" => { "increment" => { "by" => by } } } }
  def add(text) = { "todo" => { "request" => { "add" => { "item" => { "text" => text } } } } }
  def import(from) = { "todo" => { "request" => { "import" => { "from" => from } } } }

  # Drives a core until the block is true.
  def drive(core)
    1000.times { return if yield || !core.process(1000) }
    flunk "the core did not come there"
  end

  # The error that the block raises, which has that name.
  def assert_fails(name, &block)
    error = assert_raises(Adit::Error, &block)
    assert_equal name, error.name
    error
  end
end
