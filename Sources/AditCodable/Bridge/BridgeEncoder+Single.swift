import AditJSON

extension BridgeEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try plain().writeNull() }
    func encode(_ value: Bool) throws { try plain().write(value) }
    func encode(_ value: String) throws { try plain().write(value) }
    func encode(_ value: Double) throws { try check(value, isWritten: plain().write(value)) }
    func encode(_ value: Float) throws { try check(value, isWritten: plain().write(value)) }
    func encode(_ value: Int) throws { try plain().write(value) }
    func encode(_ value: Int8) throws { try plain().write(value) }
    func encode(_ value: Int16) throws { try plain().write(value) }
    func encode(_ value: Int32) throws { try plain().write(value) }
    func encode(_ value: Int64) throws { try plain().write(value) }
    func encode(_ value: UInt) throws { try wide(UInt64(value)) }
    func encode(_ value: UInt8) throws { try plain().write(value) }
    func encode(_ value: UInt16) throws { try plain().write(value) }
    func encode(_ value: UInt32) throws { try plain().write(value) }
    func encode(_ value: UInt64) throws { try wide(UInt64(value)) }
    func encode<T: Encodable>(_ value: T) throws {
        try claim()
        try BridgeEncoder(encoding, at: place).encodeWhole(value)
    }

    /// Claims the value's place, and returns the writer.
    private func plain() throws(CodingFailure) -> JSONWriter {
        try claim()
        return encoding.writer
    }

    private func check(_ value: some FloatingPoint, isWritten: Bool) throws {
        guard isWritten else { throw encoding.fail(at: place, "found \(value); a finite number is expected") }
    }

    private func wide(_ value: UInt64) throws {
        guard value <= UInt64(Int64.max) else {
            throw encoding.fail(at: place, "found \(value); a number up to \(Int64.max) is expected")
        }
        try plain().write(value)
    }
}
