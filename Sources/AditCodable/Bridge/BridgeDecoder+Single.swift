import AditJSON

extension BridgeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    // A separate attempt: if it fails and the error is caught, its requested keys are discarded; earlier ones count.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let attempt = descend(to: value, at: place)
        attempt.adoptKeys(from: self)
        let decoded = try attempt.decodeWhole(type)
        adoptKeys(from: attempt)
        return decoded
    }

    func decode(_: Bool.Type) throws -> Bool { try value.readBool(at: place) }
    func decode(_: String.Type) throws -> String { try value.readString(at: place) }
    func decode(_: Double.Type) throws -> Double { try value.readDouble(at: place) }
    func decode(_: Float.Type) throws -> Float { try value.readFloat(at: place) }
    func decode(_: Int.Type) throws -> Int { try value.readInteger(at: place) }
    func decode(_: Int8.Type) throws -> Int8 { try value.readInteger(at: place) }
    func decode(_: Int16.Type) throws -> Int16 { try value.readInteger(at: place) }
    func decode(_: Int32.Type) throws -> Int32 { try value.readInteger(at: place) }
    func decode(_: Int64.Type) throws -> Int64 { try value.readInteger(at: place) }
    func decode(_: UInt.Type) throws -> UInt { try value.readInteger(at: place) }
    func decode(_: UInt8.Type) throws -> UInt8 { try value.readInteger(at: place) }
    func decode(_: UInt16.Type) throws -> UInt16 { try value.readInteger(at: place) }
    func decode(_: UInt32.Type) throws -> UInt32 { try value.readInteger(at: place) }
    func decode(_: UInt64.Type) throws -> UInt64 { try value.readInteger(at: place) }
}
