@testable import Todo

// Adit and Testing have types of the same names; here these are meant.
typealias Input = Todo.Input
typealias Output = Todo.Output
typealias Tag = Todo.Tag
