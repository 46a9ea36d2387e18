/// Generates the coding of a message: it is read from JSON, written as JSON and described by a schema.
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
/// The enums and structs in its body get coding as by ``Model()``, nested up to eight levels deep; those in an
/// `extension` need their own macro. Comments before types, cases and labels become descriptions in the schema. A host
/// may send the cases of nested enums named `Request`, and receives those of enums named `Response`; ``Incoming()``,
/// ``Outgoing()``, ``Internal()`` and ``Both()`` override this.
///
/// The macro generates the conformance to ``WireMessage``.
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(Case), named(caseIndex)
)
@attached(extension, conformances: WireCodable, WireMessage, names: named(_Checked), named(_check))
@attached(memberAttribute)
public macro Message() = #externalMacro(module: "AditMacros", type: "MessageMacro")

/// Generates the coding of a struct, or of an enum that is a value in messages and states, with or without raw values.
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
/// enum `CodingKeys` in the body renames or omits properties, as for `Codable`. The enums and structs in the body of a
/// struct that its properties mention get coding with it; in an enum, all nested types do.
///
/// The macro generates the conformance to ``WireCodable``; for a struct also to ``WireModel``, so that its properties
/// can be read individually, and a change of one property is reported as that change only; for an enum with raw values
/// also to ``WireKey``, so that it can be the key of a dictionary.
@attached(
    member,
    names: named(init(reading:)), named(reading(_:)), named(write(to:)), named(addCasePath(to:)),
    named(direction(within:)), named(schema(in:)),
    named(_Values), named(writePart(of:at:to:)), named(writeChanges(of:since:to:)), named(isStoredInParts),
    named(visitParts(of:_:)), named(_partPaths), named(forgetChanges(of:)), named(saveOriginal(of:in:on:)),
    named(restore(_:from:)), named(mayConcern(_:_:since:))
)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro Model() = #externalMacro(module: "AditMacros", type: "ModelMacro")

// The macros that these two attach to nested types, one per level: the compiler refuses a macro that expands to itself.
// Their names are those of the two.

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested1() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested2() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested3() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested4() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested5() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested6() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested7() = #externalMacro(module: "AditMacros", type: "NestedMacro")

@_documentation(visibility: private)
@attached(member, names: arbitrary)
@attached(
    extension, conformances: WireCodable, Changeable, WireModel, WireKey, names: named(init(reading:)), named(_Checked),
    named(_check), named(wirePattern))
@attached(memberAttribute)
public macro _Nested8() = #externalMacro(module: "AditMacros", type: "NestedMacro")
