@testable import ChatCore

// Adit has types of the same names; here these are meant.
typealias Input = ChatCore.Input
typealias Output = ChatCore.Output
