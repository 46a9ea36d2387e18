import Adit

/// The messages of what was bought: a case for each feature.
@Message public enum OrdersMessage: Equatable, Sendable {
    /// Places orders.
    case placing(Placing)
    /// Takes payments.
    case paying(Paying)
    /// Ships what was paid.
    case shipping(Shipping)
    /// Takes back what was shipped.
    case returning(Returning)

    public enum Placing: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case place(total: Int)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasPlaced(Order)
            case wasNotPlaced(error: OrdersError)
        }
    }

    public enum Paying: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case pay(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasPaid(id: UUID)
            case wasNotPaid(id: UUID, error: OrdersError)
        }
    }

    public enum Shipping: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case ship(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasShipped(id: UUID)
            case wasNotShipped(id: UUID, error: OrdersError)
        }
    }

    public enum Returning: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case takeBack(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasReturned(id: UUID)
            case wasNotReturned(id: UUID, error: OrdersError)
        }
    }
}
