# frozen_string_literal: true

module Adit
  # The operations of RFC 6902.
  module Patch
    module_function

    # Applies operations in place, and returns the value. Raises an ArgumentError that says which one does not fit.
    def apply(value, operations) = operations.reduce(value) { |root, operation| one(root, operation) }

    def one(root, operation)
      path = operation["path"]
      case operation["op"]
      when "add" then add(root, path, copy(operation["value"]))
      when "remove" then remove(root, path).first
      when "replace" then path.empty? ? copy(operation["value"]) : add(remove(root, path).first, path, copy(operation["value"]))
      when "move"
        root, moved = remove(root, operation["from"])
        add(root, path, moved)
      when "copy" then add(root, path, copy(get(root, operation["from"])))
      when "test" then get(root, path) == operation["value"] ? root : fit(path, "the test does not hold")
      else fit(path, "no operation #{operation['op']}")
      end
    end

    def fit(path, what) = raise(ArgumentError, "patch, #{path}: #{what}")

    def copy(value) = Marshal.load(Marshal.dump(value))

    def get(root, path)
      return root if path.empty?

      container, key = find(root, path)
      is_there = container.is_a?(Array) ? key < container.size : container.key?(key)
      is_there ? container[key] : fit(path, "leads nowhere")
    end

    def add(root, path, value)
      return value if path.empty?

      container, key = find(root, path)
      container.is_a?(Array) ? container.insert(key, value) : container[key] = value
      root
    end

    def remove(root, path)
      removed = get(root, path)
      return [nil, removed] if path.empty?

      container, key = find(root, path)
      container.is_a?(Array) ? container.delete_at(key) : container.delete(key)
      [root, removed]
    end

    # The container of a pointer's target, and its key or position there.
    def find(root, path)
      fit(path, "a pointer begins with a slash") unless path.start_with?("/")
      *parents, last = path[1..].split("/", -1).then { |keys| keys.empty? ? [""] : keys }.map { |key| key.gsub("~1", "/").gsub("~0", "~") }
      container = parents.reduce(root) { |at, key| at.is_a?(Array) ? at[position(at, key, path)] : at.is_a?(Hash) ? at[key] : fit(path, "leads nowhere") }
      case container
      when Array then [container, position(container, last, path)]
      when Hash then [container, last]
      else fit(path, "leads nowhere")
      end
    end

    def position(array, key, path)
      place = key == "-" ? array.size : (key.match?(/\A(0|[1-9]\d*)\z/) && key.to_i)
      place && place <= array.size ? place : fit(path, "found the position #{key} of #{array.size}")
    end
  end
end
