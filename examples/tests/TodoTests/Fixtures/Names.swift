@testable import TodoCore

// Adit and Testing have types of the same names; here these are meant.
typealias Input = TodoCore.Input
typealias Output = TodoCore.Output
typealias Tag = TodoCore.Tag
