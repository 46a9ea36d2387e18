import ArgumentParser
import NIOCore

/// TLS of `--listen`, and of the connections to other nodes.
public protocol TransportSecurity: Sendable {
    /// Reads what a node needs.
    ///
    /// - Parameters:
    ///   - certificate: a PEM file with the node's certificate, and those that it is signed by.
    ///   - key: a PEM file with its private key.
    ///   - authorities: a PEM file with the certificates that those of other nodes are signed by; nil for the system's.
    /// - Throws: `ValidationError` with the file that is no good.
    init(certificate: String, key: String, authorities: String?) throws(ValidationError)

    /// The handler of a connection that was accepted, before all others.
    func makeServerHandler() -> any ChannelHandler

    /// The handler of a connection to a host, whose certificate has to be for its name or its address.
    func makeClientHandler(for host: String) throws -> any ChannelHandler
}
