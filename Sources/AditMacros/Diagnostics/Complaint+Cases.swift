extension Complaint {
    static func overloaded(_ name: String) -> Complaint {
        Complaint("overloaded", "there is a case '\(name)' already; on the wire they would be the same")
    }

    static func doubledKey(_ key: String, of other: String) -> Complaint {
        Complaint("doubledKey", "\"\(key)\" is the name of '\(other)' on the wire already")
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
