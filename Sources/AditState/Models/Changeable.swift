/// A value that can be restored to a previous state and compared with it.
///
/// The saved state, its *original*, is a value of the same type, but of a large collection it holds only the data
/// needed: an original is valid for these functions only. They are static, so that they are not among the members of an
/// app's values.
@_documentation(visibility: private)
public protocol Changeable {
    /// Discards the recorded changes. Originals saved before are no longer needed.
    static func forgetChanges(of value: inout Self)

    /// Saves the data needed to restore the present value.
    ///
    /// - Parameter thread: the number of the current thread (`ThreadLocal.number`).
    static func saveOriginal(of value: inout Self, in original: inout Self, on thread: UInt64)

    /// Restores the value of the time when the original was saved.
    static func restore(_ value: inout Self, from original: inout Self)

    /// Returns whether the value may differ from its original: false only if that is known without a deep comparison.
    static func mayHaveChanged(_ value: Self, since original: Self) -> Bool
}

// A copy suffices for small values, and for those that share their storage with the original until changed.
extension Changeable {
    @inlinable public static func forgetChanges(of value: inout Self) {}

    @inlinable
    public static func saveOriginal(of value: inout Self, in original: inout Self, on thread: UInt64) {
        original = value
    }

    @inlinable public static func restore(_ value: inout Self, from original: inout Self) { value = original }
    @inlinable public static func mayHaveChanged(_: Self, since _: Self) -> Bool { true }

    /// Returns whether the difference from the original may affect subscribers of parts: by default, any difference
    /// does. It is the default for ``WireModel`` and `State`.
    @inlinable
    public static func mayConcern(_: SubscriptionFilter, _ value: inout Self, since original: inout Self) -> Bool {
        mayHaveChanged(value, since: original)
    }
}

/// Discards the recorded changes of a property, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _forgetChanges<T: Changeable>(of value: inout T) { T.forgetChanges(of: &value) }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
@inline(__always)
public func _forgetChanges<T>(of value: inout T) {}

/// Saves the original of a property, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _saveOriginal<T: Changeable>(of value: inout T, in original: inout T, on thread: UInt64) {
    T.saveOriginal(of: &value, in: &original, on: thread)
}

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
public func _saveOriginal<T>(of value: inout T, in original: inout T, on thread: UInt64) { original = value }

/// Restores a property from its original, for generated code.
@_documentation(visibility: private)
@inlinable
public func _restore<T: Changeable>(_ value: inout T, from original: inout T) { T.restore(&value, from: &original) }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
public func _restore<T>(_ value: inout T, from original: inout T) { value = original }

/// Returns whether a change of a property may affect subscribers of it or its parts, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _mayConcern<T: WireModel>(_ followed: SubscriptionFilter, _ original: inout T, _ value: inout T) -> Bool {
    followed.isFollowed ? T.mayHaveChanged(value, since: original) : T.mayConcern(followed, &value, since: &original)
}

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
@inline(__always)
public func _mayConcern<T>(_: SubscriptionFilter, _: inout T, _: inout T) -> Bool { true }
