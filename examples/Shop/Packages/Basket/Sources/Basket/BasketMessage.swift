import Adit

/// The messages of what a customer is about to buy: a case for each feature.
@Message public enum BasketMessage: Equatable, Sendable {
    /// Puts products into the basket, and takes them out.
    case lines(Lines)
    /// Sets how many of a product are bought.
    case counts(Counts)
    /// Redeems one voucher for each basket.
    case vouchers(Vouchers)
    /// Empties the basket.
    case emptying(Emptying)

    public enum Lines: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case put(id: UUID, price: Int)
            case takeOut(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasPut(Line)
            case wasTakenOut(Line)
            case wasNotTakenOut(id: UUID, error: BasketError)
        }
    }

    public enum Counts: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case setCount(id: UUID, count: Int)
        }
        public indirect enum Response: Equatable, Sendable {
            case countWasSet(id: UUID, count: Int)
            case countWasNotSet(id: UUID, error: BasketError)
        }
    }

    public enum Vouchers: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case redeem(code: String)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasRedeemed(code: String, discount: Int)
            case wasNotRedeemed(code: String, error: BasketError)
        }
    }

    public enum Emptying: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case empty
        }
        public indirect enum Response: Equatable, Sendable {
            case wasEmptied(lines: [Line], total: Int)
        }
    }
}
