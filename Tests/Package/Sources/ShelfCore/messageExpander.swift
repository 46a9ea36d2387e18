import Adit

/// Has each book that was found put on the shelf. Neither feature knows of the other.
func messageExpander(output: @escaping Output<Message>) -> Input<Message> {
    return { message in
        if case .lookUp(.response(.wasFound(let book))) = message { output(.shelf(.request(.add(book: book)))) }
    }
}
