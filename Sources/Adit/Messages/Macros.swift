/// Gives an enum the form of a message on the wire: it is read from JSON, written as JSON and described by a schema.
///
/// ```swift
/// @Message enum Message: Equatable {
///     case counter(Counter)
///
///     enum Counter: Equatable {
///         case increment(by: Int)
///         case wasIncremented(to: Int)
///     }
/// }
/// ```
///
/// The enums and structs in its body get coding as by ``Model()``, to eight levels inside; those in an `extension` are
/// marked by themselves. Comments before types, cases and labels are what the schema says of them. A host may send what
/// is in nested enums named `Request`, and hears what is in those named `Response`; ``Incoming()``, ``Outgoing()``,
/// ``Internal()`` and ``Both()`` say otherwise.
///
/// What is generated is the conformance to ``WireMessage``.
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(Case), named(caseIndex)
)
@attached(extension, conformances: WireCodable, WireMessage, names: named(_Checked), named(_check))
@attached(memberAttribute)
public macro Message() = #externalMacro(module: "AditMacros", type: "MessageMacro")

/// Gives a struct a form on the wire, or an enum that is a value in messages and states, with raw values or without.
///
/// ```swift
/// @Model struct TodoItem {
///     var id = UUID()
///     var text: String
///     var due: Timestamp?
/// }
/// ```
///
/// A property with an initial value may be absent, and so may an optional: `{"text":"Buy milk"}` is a `TodoItem`. An
/// enum `CodingKeys` in the body gives other keys, or leaves properties out, as for `Codable`. The enums and structs
/// that the properties of a struct mention, and that stand in its body, get coding with it; in an enum all do.
///
/// What is generated is the conformance to ``WireCodable``; for a struct also to ``WireModel``, so that its properties
/// can be read one by one, and that a change of one is told as that and no more.
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro Model() = #externalMacro(module: "AditMacros", type: "ModelMacro")

// What the two put on the types inside, a macro a level: the compiler refuses one that leads to itself.

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested1() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested2() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested3() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested4() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested5() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested6() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested7() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(at:to:)), named(writeChanges(since:to:)), named(isStoredInParts),
    named(visitParts(_:)), named(_partPaths), named(forgetChanges), named(keepOriginal(in:)), named(returnToOriginal(_:)),
    named(mayConcern(_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, names: named(init(reading:)), named(_Checked),
    named(_check))
@attached(memberAttribute)
public macro _Nested8() = #externalMacro(module: "AditMacros", type: "NestedMacro")
