import SwiftDiagnostics

/// A diagnostic of the macros.
struct Complaint: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    let severity: DiagnosticSeverity

    /// - Parameter id: a name for the kind of diagnostic.
    init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
        self.message = message
        self.severity = severity
        diagnosticID = MessageID(domain: "Adit", id: id)
    }
}

extension Complaint {
    static func overloaded(_ name: String) -> Complaint {
        Complaint("overloaded", "there is a case '\(name)' already; on the wire they would be the same")
    }

    static func doubledKey(_ key: String, of other: String) -> Complaint {
        Complaint("doubledKey", "\"\(key)\" is the name of '\(other)' on the wire already")
    }

    static func unlabelled(_ key: String, keys: String) -> Complaint {
        Complaint(
            "unlabelled",
            "a value behind another one, without a label, is \"\(key)\" on the wire and in every host; give it a label, or a name in \(keys)",
            severity: .warning)
    }

    static func reservedName(_ key: String) -> Complaint {
        Complaint("reservedName", "\"\(key)\" cannot be a message's name on the wire: names with '@' are Adit's own")
    }

    static let conditionalCases = Complaint(
        "conditionalCases", "cases in '#if' cannot be coded: a macro does not know which of them there will be")

    static func rawType(_ type: String) -> Complaint {
        Complaint(
            "rawType", "raw values of '\(type)' have no form on the wire; use 'String', or whole numbers up to 'Int64'")
    }

    static let rawMessage = Complaint(
        "rawMessage", "a message is an object on the wire, so its enum has no raw values; use @Model for a value")

    static let takenName = Complaint(
        "takenName", "in a type with @Message the name 'Case' is taken: it is that of the cases without their values")
}

extension Complaint {
    static let structIsNoMessage = Complaint("structIsNoMessage", "@Message is for an enum; a struct takes @Model")

    static let isNoMessage = Complaint("isNoMessage", "@Message is for an enum")

    static let isNoModel = Complaint("isNoModel", "@Model is for a struct or an enum")

    static func privateType(_ name: String) -> Complaint {
        Complaint("privateType", "'\(name)' is 'private' in another type, where an extension cannot give it coding")
    }

    static func tooDeep(_ name: String) -> Complaint {
        Complaint("tooDeep", "'\(name)' is more than eight levels inside; it takes a @Model of its own")
    }

    static func hasOwnCoding(_ name: String) -> Complaint {
        Complaint("hasOwnCoding", "'\(name)' says that it has coding of its own; leave out either that or the macro")
    }

    static let parameterPack = Complaint("parameterPack", "a type with a parameter pack cannot be coded")
}

extension Complaint {
    static func misplacedMarker(_ name: String) -> Complaint {
        Complaint("misplacedMarker", "@\(name) is for a case of a message, or for an enum of such cases")
    }

    static func secondMarker(_ name: String, after first: String) -> Complaint {
        Complaint(
            "secondMarker",
            name == first
                ? "@\(name) is here twice" : "@\(name) contradicts the @\(first) before it; one of them says it")
    }

    static func markedValue(_ name: String) -> Complaint {
        Complaint("markedValue", "@\(name) says nothing here: an enum with raw values is a value in messages")
    }

    static func uncodedMarker(_ name: String) -> Complaint {
        Complaint(
            "uncodedMarker",
            "@\(name) says nothing here: without @Message, or @Model in an extension, a host may send and hear every case"
        )
    }
}

extension Complaint {
    static func leftOutCase(_ name: String) -> Complaint {
        Complaint("leftOutCase", "case '\(name)' is not in CodingKeys: every case needs a name on the wire")
    }

    static func leftOutValue(_ name: String, of keys: String) -> Complaint {
        Complaint("leftOutValue", "'\(name)' is not in \(keys), so it needs a default value")
    }

    static func strayKey(_ name: String, what: String) -> Complaint {
        Complaint("strayKey", "there is no \(what) '\(name)'")
    }
}

extension Complaint {
    static let lazy = Complaint("lazy", "a 'lazy' property cannot be coded")

    static func wrapper(_ name: String) -> Complaint {
        Complaint("wrapper", "a property with '@\(name)' cannot be coded; leave it out of CodingKeys")
    }

    static func constant(_ name: String) -> Complaint {
        Complaint("constant", "'\(name)' has its value already, so that none can be read; make it a 'var'")
    }

    static let pattern = Complaint("pattern", "properties that are declared as a tuple cannot be coded")

    static let optionalDefault = Complaint(
        "optionalDefault", "an optional cannot have a default value: on the wire, nil and absent are the same")

    static let conditionalProperties = Complaint(
        "conditionalProperties",
        "stored properties in '#if' cannot be coded: a macro does not know which of them there will be")
}

extension Complaint {
    static func tooLarge(_ type: String) -> Complaint {
        Complaint("tooLarge", "'\(type)' has no form on the wire: whole numbers end at Int64.max there")
    }

    static func size(_ type: String) -> Complaint {
        Complaint("size", "'\(type)' has no form on the wire; use 'Double' or 'Float'")
    }

    static func piece(_ type: String) -> Complaint {
        Complaint("piece", "'\(type)' has no form on the wire; use 'String'")
    }

    static func foundation(_ type: String, _ others: String) -> Complaint {
        Complaint("foundation", "'\(type)' has no form on the wire; use \(others)")
    }

    static func key(_ type: String) -> Complaint {
        Complaint(
            "key",
            "'\(type)' is no key on the wire; use 'String', 'Int', 'UUID', 'CalendarDay' or an enum with raw values")
    }

    static let set = Complaint("set", "'Set' has no form on the wire: it has no order; use an array")

    static let character = Complaint("character", "'Character' has no form on the wire; use 'String'")

    static func existential(_ type: String) -> Complaint {
        Complaint("existential", "'\(type)' has no form on the wire: nothing says which type to read; name one")
    }

    static let function = Complaint("function", "a function has no form on the wire")

    static let tuple = Complaint("tuple", "a tuple has no form on the wire; make it a struct with @Model")

    static let void = Complaint("void", "'Void' is no value on the wire; leave it out")

    static let metatype = Complaint("metatype", "a metatype has no form on the wire")
}
