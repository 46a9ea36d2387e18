@testable import ReaderCore

// Adit has types of the same names; here these are meant.
typealias Input = ReaderCore.Input
typealias Output = ReaderCore.Output
