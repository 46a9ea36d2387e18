/// Makes the receiver that adds to certain messages what should follow them, so that no feature has to listen to
/// another's: a review is requested after an item was added or checked.
func messageExpander(output: @escaping Output) -> Input {
    return { message in
        if case .todo(.response(.wasAdded)) = message { output(.appReview(.requestReview)) }
        if case .todo(.response(.wasChecked)) = message { output(.appReview(.requestReview)) }
    }
}
