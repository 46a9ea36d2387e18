/// A value that can go back to what it was, and tell whether it differs from that.
///
/// What is kept of it for that, its *original*, is a value of the same type, but of a large collection only as much as it
/// takes: an original is good for these functions and for nothing else.
public protocol Changeable {
    /// Forgets what was noted of changes: nobody needs the originals any more that were kept before.
    mutating func forgetChanges()

    /// Keeps what it takes to come back to the value as it is now.
    mutating func keepOriginal(in original: inout Self)

    /// Becomes what it was when its original was kept.
    mutating func returnToOriginal(_ original: inout Self)

    /// Whether it may differ from what it was when its original was kept: false only where that is known at a glance.
    func mayHaveChanged(since original: Self) -> Bool
}

// A copy does for what is small, or shares its memory with the original until it is changed.
extension Changeable {
    @inlinable public mutating func forgetChanges() {}
    @inlinable public mutating func keepOriginal(in original: inout Self) { original = self }
    @inlinable public mutating func returnToOriginal(_ original: inout Self) { self = original }
    @inlinable public func mayHaveChanged(since _: Self) -> Bool { true }

    /// Whether what differs from its original may concern those who follow some of its parts: here, whatever differs. It is
    /// what ``WireModel`` asks for, and `State`.
    @inlinable
    public mutating func mayConcern(_: SubscriptionFilter, since original: inout Self) -> Bool {
        mayHaveChanged(since: original)
    }
}

/// Makes a property forget its changes, for generated code.
@_documentation(visibility: private)
@inlinable
@inline(__always)
public func _forgetChanges<T: Changeable>(of value: inout T) { value.forgetChanges() }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
@inline(__always)
public func _forgetChanges<T>(of value: inout T) {}

/// Keeps the original of a property, for generated code.
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

/// Returns a property to its original, for generated code.
@_documentation(visibility: private)
@inlinable
public func _return<T: Changeable>(_ value: inout T, to original: inout T) { value.returnToOriginal(&original) }

@_documentation(visibility: private)
@_disfavoredOverload
@inlinable
public func _return<T>(_ value: inout T, to original: inout T) { value = original }

/// Whether a change of a property may concern somebody who follows it or one of its parts, for generated code.
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
