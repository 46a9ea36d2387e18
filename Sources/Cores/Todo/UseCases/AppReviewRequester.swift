import Adit

/// Requests a review from the user. It has no responses.
struct AppReviewRequester: UseCase {
    enum Request { case requestShowReview, showReview }
    enum Response {}

    let reviewGateway: any ReviewGateway

    func request(_ request: Request) throws {
        switch request {
        case .requestShowReview: try reviewGateway.show()
        case .showReview: try reviewGateway.showNow()
        }
    }
}
