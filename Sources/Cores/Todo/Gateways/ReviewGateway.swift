/// The way to those who can ask the user for a review.
protocol ReviewGateway {
    /// Asks the user for a review, if it is time to.
    func show()
}
