// Markers for enums and cases of messages: whether a host may send a message, and whether it receives it.
//
// The innermost marker on a message's cases decides. Without one, nested enums named `Request` are incoming and those
// named `Response` outgoing; a plain case is both.

/// Marks a case of a message, or all cases of an enum: a host may send them, and does not receive them.
///
/// ```swift
/// @Message enum When {
///     @Incoming case userTapsChangeEmailButton
///     @Internal case networkFinishesSaving(result: Result<String, CodableError>)
/// }
/// ```
@attached(peer)
public macro Incoming() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum: a host receives them, and cannot send them.
@attached(peer)
public macro Outgoing() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum, as a step between features: a host neither sends nor receives
/// them. Traces and recordings contain them.
@attached(peer)
public macro Internal() = #externalMacro(module: "AditMacros", type: "DirectionMacro")

/// Marks a case of a message, or all cases of an enum: a host may send them, and receives them. This is the default,
/// unless the enum is named `Request` or `Response`, or is nested in one with another marker.
@attached(peer)
public macro Both() = #externalMacro(module: "AditMacros", type: "DirectionMacro")
