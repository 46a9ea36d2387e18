# Runs the tests.
# frozen_string_literal: true

Dir[File.join(__dir__, "test_*.rb")].each { |file| require file }
