# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "adit"
  spec.version = "0.1.0"
  spec.summary = "Application cores of Adit, by Fiddle alone"
  spec.authors = ["The Adit authors"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb"] + ["README.md"]
end
