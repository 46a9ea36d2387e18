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
