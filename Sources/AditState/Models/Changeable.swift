/// A value that can be restored to a previous state and compared with it.
///
/// The saved state, its *original*, is a value of the same type, but of a large collection it holds only what is
/// needed: an original is valid for these functions only.
@_documentation(visibility: private)
public protocol Changeable {
    /// Discards the recorded changes. Originals saved before are no longer needed.
    mutating func forgetChanges()

    /// Saves what is needed to restore the present value.
    mutating func keepOriginal(in original: inout Self)

    /// Restores the value of the time when the original was saved.
    mutating func returnToOriginal(_ original: inout Self)

    /// Returns whether the value may differ from its original: false only if that is known without a deep comparison.
    func mayHaveChanged(since original: Self) -> Bool
}

// A copy suffices for small values, and for those that share their storage with the original until changed.
extension Changeable {
    @inlinable public mutating func forgetChanges() {}
    @inlinable public mutating func keepOriginal(in original: inout Self) { original = self }
    @inlinable public mutating func returnToOriginal(_ original: inout Self) { self = original }
    @inlinable public func mayHaveChanged(since _: Self) -> Bool { true }

    /// Returns whether the difference from the original may affect subscribers of parts: by default, any difference
    /// does. It is the default for ``WireModel`` and `State`.
    @inlinable
    public mutating func mayConcern(_: SubscriptionFilter, since original: inout Self) -> Bool {
        mayHaveChanged(since: original)
    }
}

/// Discards the recorded changes of a property, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _forgetChanges<T: Changeable>(of value: inout T) { value.forgetChanges() }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
@inline(__always)
public func _forgetChanges<T>(of value: inout T) {}

/// Saves the original of a property, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _keepOriginal<T: Changeable>(of value: inout T, in original: inout T) {
    value.keepOriginal(in: &original)
}

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
public func _keepOriginal<T>(of value: inout T, in original: inout T) { original = value }

/// Restores a property from its original, for generated code.
@_documentation(visibility: private)
@inlinable
public func _return<T: Changeable>(_ value: inout T, to original: inout T) { value.returnToOriginal(&original) }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
public func _return<T>(_ value: inout T, to original: inout T) { value = original }

/// Returns whether a change of a property may affect subscribers of it or its parts, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _mayConcern<T: WireModel>(_ followed: SubscriptionFilter, _ original: inout T, _ value: inout T) -> Bool {
    followed.isFollowed ? value.mayHaveChanged(since: original) : value.mayConcern(followed, since: &original)
}

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
@inline(__always)
public func _mayConcern<T>(_: SubscriptionFilter, _: inout T, _: inout T) -> Bool { true }
