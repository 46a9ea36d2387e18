import Adit

/// Requests that the user be asked for a review. It answers nothing.
struct AppReviewRequester: UseCase {
    enum Request { case requestShowReview }
    enum Response {}

    let reviewGateway: any ReviewGateway

    func request(_ request: Request) {
        switch request {
        case .requestShowReview: show()
        }
    }

    private func show() { reviewGateway.show() }
}
