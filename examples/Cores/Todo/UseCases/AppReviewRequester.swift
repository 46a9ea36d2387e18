import Adit

/// Requests a review from the user. It has no responses.
struct AppReviewRequester: UseCase {
    enum Request { case requestShowReview }
    enum Response {}

    let reviewGateway: any ReviewGateway

    func request(_ request: Request) {
        switch request {
        case .requestShowReview: reviewGateway.show()
        }
    }
}
