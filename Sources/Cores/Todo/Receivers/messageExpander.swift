/// Makes the receiver that adds to certain messages what should follow them, so that no feature has to listen to
/// another's: a review is requested after an item was added or checked.
func messageExpander(output: @escaping Output) -> Input {
    return { message in
        switch message {
        case .todo(.response(.wasAdded)), .todo(.response(.wasChecked)): output(.appReview(.requestReview))
        default: break
        }
    }
}
