import AditServe
import ArgumentParser
import NIOCore

#if TLS
    import NIOSSL

    /// TLS of `adit serve`, by BoringSSL. The module AditServe does not know it, so that what is built of its sources alone is
    /// built quickly.
    struct NIOTransportSecurity: TransportSecurity {
        private let server, client: NIOSSLContext

        init(certificate: String, key: String, authorities: String?) throws(ValidationError) {
            func read<R>(_ option: String, _ path: String, _ body: () throws -> R) throws(ValidationError) -> R {
                do { return try body() } catch {
                    throw ValidationError("\(option) \(path): found no such file in PEM: \(error)")
                }
            }
            let chain = try read("--tls-certificate", certificate) { try NIOSSLCertificate.fromPEMFile(certificate) }
            let own = try read("--tls-key", key) { try NIOSSLPrivateKey(file: key, format: .pem) }
            var offered = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(own))
            offered.minimumTLSVersion = .tlsv12
            var expected = TLSConfiguration.makeClientConfiguration()
            expected.minimumTLSVersion = .tlsv12
            if let authorities {
                let roots = try read("--tls-ca", authorities) { try NIOSSLCertificate.fromPEMFile(authorities) }
                expected.trustRoots = .certificates(roots)
            }
            do {
                server = try NIOSSLContext(configuration: offered)
                client = try NIOSSLContext(configuration: expected)
            } catch {
                throw ValidationError("--tls-certificate \(certificate): it does not go with \(key): \(error)")
            }
        }

        func makeServerHandler() -> any ChannelHandler { NIOSSLServerHandler(context: server) }

        func makeClientHandler(for host: String) throws -> any ChannelHandler {
            let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
            return try NIOSSLClientHandler(context: client, serverHostname: isAddress ? nil : host)
        }
    }

#else

    /// The program is built without TLS, as it is for its Swift tests (scripts/test).
    struct NIOTransportSecurity: TransportSecurity {
        private let absent: Never

        init(certificate _: String, key _: String, authorities _: String?) throws(ValidationError) {
            throw ValidationError(
                "--tls-certificate: found a program without TLS; one built with the package's trait TLS is expected")
        }

        func makeServerHandler() -> any ChannelHandler { switch absent {} }
        func makeClientHandler(for _: String) -> any ChannelHandler { switch absent {} }
    }
#endif
