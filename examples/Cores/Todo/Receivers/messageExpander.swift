/// Makes the receiver that outputs follow-up messages, so that no feature depends on another's messages: it requests a
/// review after an item was added or checked.
package func messageExpander(output: @escaping Output) -> Input {
    return { message in
        switch message {
        case .todo(.response(.wasAdded)), .todo(.response(.wasChecked)): output(.appReview(.requestReview))
        default: break
        }
    }
}
