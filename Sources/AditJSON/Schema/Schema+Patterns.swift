// The patterns hold in ECMA 262, and in Python's `re`, where a `$` also matches before a last newline: so the end is
// written as "nothing follows".
extension Schema {
    static let uuidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}" + end

    static let timestampPattern = "^" + date + "[Tt]" + time + "([.][0-9]{1,9})?([Zz]|[+-]" + hourAndMinute + ")" + end

    static let calendarDayPattern = "^" + date + end

    /// Days, hours, minutes and seconds, of which one is there, and one after a `T`.
    static let durationPattern = "^-?P([0-9]+D(\(timeOfDuration))?|\(timeOfDuration))" + end

    /// The keys of an object; jansson reads no key with a NUL.
    static let keyPattern = #"^[^\u0000]*"# + end

    /// A JSON Pointer (RFC 6901).
    package static let pointerPattern = "^(/([^~/]|~[01])*){0,\(JSONPointer.longest)}" + end

    private static let timeOfDuration =
        "T([0-9]+H([0-9]+M)?(\(secondsOfDuration))?|[0-9]+M(\(secondsOfDuration))?|\(secondsOfDuration))"
    private static let secondsOfDuration = "[0-9]+([.][0-9]{1,18})?S"

    // Validating the days of each month would make the pattern unreadable.
    private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let time = hourAndMinute + ":[0-5][0-9]"
    private static let hourAndMinute = "([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let end = #"(?![\s\S])"#
}
