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
