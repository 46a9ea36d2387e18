/// Makes the result in a `When` `Codable`, like an enum of the two cases.
extension Result: @retroactive Codable where Success: Codable, Failure: Codable {
    private enum CodingKeys: CodingKey { case success, failure }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.failure) {
            self = .failure(try container.decode(Failure.self, forKey: .failure))
        } else {
            self = .success(try container.decode(Success.self, forKey: .success))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .success(let value): try container.encode(value, forKey: .success)
        case .failure(let error): try container.encode(error, forKey: .failure)
        }
    }
}
