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
