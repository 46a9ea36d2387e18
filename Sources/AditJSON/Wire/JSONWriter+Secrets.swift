extension JSONWriter {
    /// Notes that a secret follows.
    ///
    /// - Returns: whether its mask is to be written instead.
    func beginSecret() -> Bool {
        hasSecrets = true
        guard masksSecrets else { return false }
        secretPaths?.append(openPointer(bytes))
        return true
    }

    /// Writes masks in place of the secrets that `body` writes.
    package func masking<E: Error>(_ body: () throws(E) -> Void) throws(E) {
        let before = masksSecrets
        masksSecrets = true
        defer { masksSecrets = before }
        try body()
    }
}
