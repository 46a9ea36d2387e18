/// Returns whether a stored member is a record of a core (`CoreRecords`), and not a member of the state.
func isRecord(_ member: String) -> Bool { member.utf8.first == UInt8(ascii: "@") }
