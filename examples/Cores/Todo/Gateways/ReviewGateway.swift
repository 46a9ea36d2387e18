/// A gateway that asks the user for a review.
protocol ReviewGateway {
    /// Asks the user for a review after a delay, if it is time for it.
    func show()
}
