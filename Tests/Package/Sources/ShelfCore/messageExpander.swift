import Adit

/// Puts each book that was found on the shelf. The two features do not depend on each other.
func messageExpander(output: @escaping Output<Message>) -> Input<Message> {
    return { message in
        if case .lookUp(.response(.wasFound(let book))) = message { output(.shelf(.request(.add(book: book)))) }
    }
}
