# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "adit"
  spec.version = "0.1.0"
  spec.summary = "Application cores of Adit, by Fiddle alone"
  spec.description = "Opens cores of Adit's app libraries, sends and receives messages, follows the state, and serves gateways."
  spec.authors = ["The Adit authors"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb"] + ["LICENSE", "README.md"]
  spec.metadata = { "rubygems_mfa_required" => "true" }
end
