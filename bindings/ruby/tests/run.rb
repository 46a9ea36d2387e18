# Runs the tests.
#
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

Dir[File.join(__dir__, "test_*.rb")].each { |file| require file }
