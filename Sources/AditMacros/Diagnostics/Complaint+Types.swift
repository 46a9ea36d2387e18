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
