extension KotlinSource {
    /// The gateways and the client.
    func writeClient() {
        writer.line(KotlinSource.serving)
        writeGateways()
        writer.block(ofClient(KotlinSource.client)) { writer in
            writer.line(ofClient(KotlinSource.methods))
            for (part, name, _) in namedParts() { writeFollowing(part, name) }
        }
    }

    private func writeGateways() {
        let pairs = namedGateways()
        writer.line(KotlinSource.gatewaysDoc)
        writer.block("class Gateways(", nil) { writer in
            for (gateway, field) in pairs {
                doc(gateway.doc)
                let (request, reply) = (type(gateway.request), gateway.reply.map(type) ?? "Unit")
                let function =
                    switch gateway.replies {
                    case .none: "(\(request), dev.adit.GatewayCall) -> Unit"
                    case .one: "(\(request), dev.adit.GatewayCall) -> CompletionStage<\(reply)>"
                    case .many: "(\(request), GatewayItems<\(reply)>) -> CompletionStage<*>"
                    }
                writer.line("val \(field): (\(function))? = null,")
            }
        }
        writer.dropLastComma()
        writer.block(") {") { writer in
            writer.block("internal fun addTo(builder: dev.adit.CoreBuilder) {") { writer in
                for (gateway, field) in pairs {
                    let function =
                        switch gateway.replies {
                        case .none: "serveNone"
                        case .one: "serveOne"
                        case .many: "serveMany"
                        }
                    writer.line(
                        "this.\(field)?.let { builder.gateway(\(literal(gateway.name)), \(function)(\(self.function(gateway.request)), it)) }"
                    )
                }
            }
        }
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape)
        let (path, read) = (literal(part.path), function(part.shape))
        writer.line()
        doc("Follows `\(part.path)`." + (part.doc.isEmpty ? "" : " " + part.doc))
        writer.line("fun \(name)(): Followed<\(type)> = Followed(core.follow(\(path)), \(read))")
        if !part.isList { return }
        writer.line()
        doc("Follows `limit` elements of `\(part.path)` from a position on.")
        writer.line(
            "fun \(name)(from: Long, limit: Long): Followed<\(type)> = Followed(core.follow(\(path), from, limit), \(read))"
        )
    }

    private static let serving = #"""

        /** The items of a source, one after the other. */
        class GatewayItems<R>(val call: dev.adit.GatewayCall) {
            /** Answers with an item. The source ends when the stage of its function completes. */
            fun send(item: R) = call.emit(encoded(item))
        }

        private fun <Q> serveNone(read: (Any?, String) -> Q, serve: (Q, dev.adit.GatewayCall) -> Unit) = dev.adit.Gateway { request, call ->
            serve(read(request.value(), "@effect.request"), call)
            CompletableFuture.completedFuture<Any?>(null)
        }

        private fun <Q, R> serveOne(read: (Any?, String) -> Q, serve: (Q, dev.adit.GatewayCall) -> CompletionStage<R>) =
            dev.adit.Gateway { request, call ->
                serve(read(request.value(), "@effect.request"), call).also { it.endWith(call) }.thenApply { dev.adit.Json.of(encoded(it)) }
            }

        private fun <Q, R> serveMany(read: (Any?, String) -> Q, serve: (Q, GatewayItems<R>) -> CompletionStage<*>) = dev.adit.Gateway { request, call ->
            serve(read(request.value(), "@effect.request"), GatewayItems(call)).also { it.endWith(call) }
        }

        private fun CompletionStage<*>.endWith(call: dev.adit.GatewayCall) = call.onCancel { (this as? CompletableFuture<*>)?.cancel(true) }

        /** A part of the core's state, kept up to date while the core is driven. Closing it ends that. */
        class Followed<T : Any>(
            /** The part as the binding has it: its revision, and of a window the position, the count and `move`. */
            val mirror: dev.adit.Mirror,
            private val read: (Any?, String) -> T
        ) : java.io.Closeable {
            /** The present value, which is read anew each time; null if there is none now. It may throw a [DecodingError]. */
            val value: T?
                get() {
                    // A lambda of Java's may give null, which Kotlin's types do not say.
                    val found = arrayOfNulls<Any>(1)
                    mirror.read<Unit> { part: dev.adit.Json? -> found[0] = part?.let { read(it.value(), mirror.path()) } }
                    @Suppress("UNCHECKED_CAST")
                    return found[0] as T?
                }

            /** Completes with the first value. */
            fun ready(): CompletableFuture<T?> = mirror.ready().thenApply { value }

            /** Calls the function with each further value, on the thread that drives. */
            fun onChange(function: (T?) -> Unit) = mirror.onChange { function(value) }

            override fun close() = mirror.close()
        }
        """#

    private static let gatewaysDoc = #"""

        /**
         * The gateways that the host serves: those that are not null. They are called on the thread that drives, and return at once. An
         * exception is the effect's error. A future is cancelled if the effect is, and the actions of the call's `onCancel` run.
         */
        """#

    private static let client = #"""

        /** A client of the app: a core of a library. */
        class AppClient private constructor(
            /** The core, which a `CoreRunner` or its `process` drives, and for what this class has no types for. */
            val core: dev.adit.Core
        ) : java.io.Closeable {
        """#

    private static let methods = #"""
        companion object {
            /**
             * Opens a core of a library.
             *
             * @param config `expects` is this catalog's hash by default, so another app is refused; it may be a catalog that the app has
             * extended since (docs/wire.md)
             * @param onError receives the exceptions of `onMessage`, and the [DecodingError] of a message that is not understood, while a
             * `CoreRunner` drives; the thread's handler of uncaught exceptions by default
             * @param onMessage receives each message that is no answer, no update of a followed part, and no request to one of the gateways
             * @throws dev.adit.AditException with the code `ECONFIG` if the app is another one; as `CoreBuilder.open` else
             */
            fun open(
                library: dev.adit.Library, gateways: Gateways = Gateways(), config: AditConfig = AditConfig(),
                onError: ((Throwable) -> Unit)? = null, onMessage: ((Received) -> Unit)? = null
            ): AppClient {
                val builder = library.core(APP).config(dev.adit.Json.of(config.copy(expects = config.expects ?: HASH).toJson()))
                gateways.addTo(builder)
                if (onMessage != null) builder.onMessage { onMessage(Received.of(it)) }
                if (onError != null) builder.onError { onError(it) }
                return AppClient(builder.open())
            }
        }

        /** Sends a message. Throws what the core refuses at once. */
        fun send(message: MessageToCore) = send(Sent(message))

        /** Sends a message with what stands beside it. */
        fun send(message: Sent) = core.send(message.json())

        /** Sends a message, and completes with the first one that answers it, as the other function. */
        fun request(message: MessageToCore): CompletableFuture<Received> = request(Sent(message))

        /**
         * Sends a message with what stands beside it, but without an id, and completes with the first one that answers it. It fails with a
         * [DecodingError] if the answer is no message of the catalog, and else as `Core.request`.
         */
        fun request(message: Sent): CompletableFuture<Received> =
            core.request(dev.adit.Json.of(message.toJson())).thenApply { Received.of(it) }

        /** Closes the core. */
        override fun close() = core.close()
        """#
}
