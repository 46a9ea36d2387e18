import Adit

extension Message {
    /// The stream of the actions that are performed. It is hot: whoever subscribes hears of the actions from then on,
    /// and of none before. A subscription lasts until it is ended or the core closes; it is not kept in the state.
    @Message
    public enum _Stream: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable, Sendable {
            /// Follows the actions, by a name of one's own.
            case subscribe(subscription: String)
            /// Follows them no longer.
            case unsubscribe(subscription: String)
        }

        public enum Response: Equatable, Sendable {
            case wasSubscribed(subscription: String)
            case wasNotSubscribed(subscription: String, error: StreamError)
            /// An action was performed. It carries the `@id` with which its subscription was asked for.
            case actionPerformed(subscription: String, action: TravelPlannerViewController.PerformAction)
            case wasUnsubscribed(subscription: String)
            case wasNotUnsubscribed(subscription: String, error: StreamError)
        }
    }
}
