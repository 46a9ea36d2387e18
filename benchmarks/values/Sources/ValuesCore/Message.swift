import Adit

/// Values to keep, and those that were kept.
@Message
public enum Message: Equatable {
    case values(Values)

    public enum Values: Equatable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable { case keep(Kept) }
        public enum Response: Equatable { case wasKept(Kept) }
    }
}
