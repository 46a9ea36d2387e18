// SPDX-License-Identifier: Apache-2.0

extension KotlinSource {
    static func client(hasGateways: Bool) -> String {
        let serving = #"""

                    val message = received.message
                    if (message is AditCancel) replies.remove(message.effect)?.cancel()
                    if (message is MessageToHostEffect) {
                        val serve = served[message.value.gateway]
                        if (serve != null) {
                            val effect = message.value.id
                            val reply = Reply<Any?>(transport, effect) { replies.remove(effect) }
                            if (message.value.reply != false) replies[effect] = reply
                            try {
                                serve(message.value.request, reply)
                            } catch (error: Exception) {
                                if (message.value.reply == false) throw error // nobody waits for an answer
                                reply.fail(mapOf("name" to error.javaClass.simpleName, "message" to error.message.orEmpty()))
                            }
                            return
                        }
                    }
            """#
        return #"""

            /** A client of the app, over a transport: an opened library, or a connection to a server. */
            class AppClient(private val transport: Transport, gateways: Gateways = Gateways(), private val handle: (Received) -> Unit) {
                private val served = gateways.served()
                private val replies = java.util.concurrent.ConcurrentHashMap<String, Reply<Any?>>()

                /**
                 * Opens the core. The app has to be compatible with what the config expects: by default, this catalog's hash, and no
                 * other; or a catalog that the app may have extended since (docs/compatibility.md). The transport refuses one that is not.
                 */
                fun open(config: AditConfig = AditConfig()) {
                    val all = config.copy(expects = config.expects ?: HASH, gateways = config.gateways ?: served.keys.toList())
                    transport.open(APP, write(all), ::receive)
                }

                /** Sends a message. */
                fun send(message: MessageToCore) = send(Sent(message))

                /** Sends a message with what stands beside it. */
                fun send(message: Sent) = transport.send(message.json())

                private fun receive(text: String) {
                    val received = Received.parse(text)\#(hasGateways ? "\n" + serving : "")
                    handle(received)
                }
            }
            """#
    }
}
