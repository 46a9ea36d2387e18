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
