// Markers for enums and cases of messages: whether a host may send a message, and whether it hears it.
//
// The innermost marker on a message's cases decides. Without one, nested enums named `Request` are incoming and those
// named `Response` outgoing; a plain case is both.

/// Marks a case of a message, or all cases of an enum: a host may send them, and does not hear them.
///
/// ```swift
/// @Message enum When {
///     @Incoming case userTapsChangeEmailButton
///     @Internal case networkFinishesSaving(result: Result<String, CodableError>)
/// }
/// ```
@attached(peer)
public macro Incoming() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum: a host hears them, and cannot send them.
@attached(peer)
public macro Outgoing() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum, as a step between features: a host neither sends nor hears them.
/// A trace and a recording have them.
@attached(peer)
public macro Internal() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum: a host may send them, and hears them. So it is without any
/// marker, unless the enum is named `Request` or `Response`, or is in one that is marked otherwise.
@attached(peer)
public macro Both() = #externalMacro(module: "AditMacros", type: "DirectionMacro")
