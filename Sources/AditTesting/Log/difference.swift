internal import CustomDump

/// Returns the difference of two values, line by line: `-` before expected lines, `+` before found ones.
func difference<T>(_ expected: T, _ found: T) -> String {
    diff(expected, found) ?? "both are \(valueTitle(found))"
}
