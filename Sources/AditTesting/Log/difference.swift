internal import CustomDump

/// What makes two values differ, line by line: `-` before what was expected, `+` before what is.
func difference<T>(_ expected: T, _ found: T) -> String {
    diff(expected, found) ?? "both are \(valueTitle(found))"
}
