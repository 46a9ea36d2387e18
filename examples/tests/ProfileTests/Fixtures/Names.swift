@testable import ProfileCore

// Adit has types of the same names; here these are meant.
typealias Input = ProfileCore.Input
typealias Output = ProfileCore.Output
