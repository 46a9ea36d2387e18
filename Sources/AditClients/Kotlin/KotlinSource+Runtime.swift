// SPDX-License-Identifier: Apache-2.0

extension KotlinSource {
    static let head = #"""
        /** A UUID of 36 characters. */
        typealias Uuid = String

        /** A time, as of RFC 3339, with up to nanoseconds. */
        typealias Timestamp = String

        /** A day: 2026-11-21. */
        typealias Day = String

        /** What can be written as JSON: null, Boolean, Long, Double, String, List and Map. */
        interface Encodable {
            fun toJson(): Any?
        }
        """#

    static let runtime = #"""

        /** A value that has another form. The message begins with its path. */
        class DecodingError(path: String, text: String) : Exception((if (path == "") "the message" else path) + ": " + text)

        private fun below(path: String, key: String): String = if (path == "") key else "$path.$key"

        private fun expected(value: Any?, path: String, what: String): DecodingError {
            val found = when (value) {
                is String -> "a text"
                is List<*> -> "an array"
                is Map<*, *> -> "an object"
                else -> value.toString()
            }
            return DecodingError(path, "found $found; $what is expected")
        }

        private fun membersOf(value: Any?, path: String, vararg keys: String): Map<String, Any?> {
            val members = readMap(::readAny)(value, path)
            for (key in members.keys) {
                if (key !in keys) throw DecodingError(path, "unknown key \"$key\"; one of ${keys.joinToString()} is expected")
            }
            return members
        }

        private fun caseOf(value: Any?, path: String, vararg keys: String): Pair<String, Any?> {
            val members = membersOf(value, path, *keys)
            if (members.size != 1) throw DecodingError(path, "found ${members.size} keys; one of ${keys.joinToString()} is expected")
            return members.entries.first().toPair()
        }

        private fun split(value: Any?, beside: List<String>, own: List<String>): Pair<Map<String, Any?>, Map<String, Any?>> {
            val (others, message) = readMap(::readAny)(value, "").entries.map { it.toPair() }.partition { it.first in beside || it.first in own }
            val key = others.map { it.first }.firstOrNull { it in own }
            if (key != null && message.any { it.first.startsWith("@") }) {
                throw DecodingError(key, "found beside a message of Adit; it stands beside those of the app only")
            }
            return Pair(message.toMap(), others.toMap())
        }

        private fun <T> need(members: Map<String, Any?>, key: String, path: String, read: (Any?, String) -> T): T {
            if (key !in members) throw DecodingError(path, "missing key \"$key\"")
            return read(members[key], below(path, key))
        }

        private fun <T> may(members: Map<String, Any?>, key: String, path: String, read: (Any?, String) -> T): T? {
            val value = members[key]
            return if (value == null) null else read(value, below(path, key))
        }

        private fun readAny(value: Any?, path: String): Any? = value

        private fun readBoolean(value: Any?, path: String): Boolean = value as? Boolean ?: throw expected(value, path, "true or false")

        private fun readText(value: Any?, path: String): String = value as? String ?: throw expected(value, path, "a text")

        private fun readNumber(value: Any?, path: String): Double = (value as? Number ?: throw expected(value, path, "a number")).toDouble()

        private fun readLong(least: Long, most: Long): (Any?, String) -> Long = { value, path ->
            val number = value as? Long
            if (number == null || number < least || number > most) throw expected(value, path, "an integer from $least to $most")
            number
        }

        private fun readInt(least: Int, most: Int): (Any?, String) -> Int = { value, path -> readLong(least.toLong(), most.toLong())(value, path).toInt() }

        private fun <T> readList(read: (Any?, String) -> T): (Any?, String) -> List<T> = { value, path ->
            val list = value as? List<*> ?: throw expected(value, path, "an array")
            list.mapIndexed { index, element -> read(element, below(path, index.toString())) }
        }

        private fun <T> readMap(read: (Any?, String) -> T): (Any?, String) -> Map<String, T> = { value, path ->
            val map = value as? Map<*, *> ?: throw expected(value, path, "an object")
            map.entries.associate { (key, member) -> Pair(key as String, read(member, below(path, key))) }
        }

        private fun <T> readNullable(read: (Any?, String) -> T): (Any?, String) -> T? = { value, path -> if (value == null) null else read(value, path) }

        private fun encoded(value: Any?): Any? = when (value) {
            is Encodable -> value.toJson()
            is List<*> -> value.map(::encoded)
            is Map<*, *> -> value.mapValues { encoded(it.value) }
            else -> value
        }

        private fun objectOf(required: Map<String, Any?>, optional: Map<String, Any?>): Map<String, Any?> =
            (required + optional.filterValues { it != null }).mapValues { encoded(it.value) }

        /** Writes JSON. */
        fun write(value: Any?): String = StringBuilder().also { append(it, encoded(value)) }.toString()

        private fun append(out: StringBuilder, value: Any?) {
            when (value) {
                is String -> {
                    out.append('"')
                    for (character in value) {
                        if (character == '"' || character == '\\') out.append('\\').append(character)
                        else if (character < ' ') out.append(String.format("\\u%04x", character.toInt()))
                        else out.append(character)
                    }
                    out.append('"')
                }
                is List<*> -> {
                    out.append('[')
                    value.forEachIndexed { index, element ->
                        if (index > 0) out.append(',')
                        append(out, element)
                    }
                    out.append(']')
                }
                is Map<*, *> -> {
                    out.append('{')
                    value.entries.forEachIndexed { index, (key, member) ->
                        if (index > 0) out.append(',')
                        append(out, key)
                        out.append(':')
                        append(out, member)
                    }
                    out.append('}')
                }
                else -> out.append(value.toString())
            }
        }

        /** Parses JSON: whole numbers as Long, others as Double. */
        class JsonParser(private val text: String) {
            private var position = 0

            fun parse(): Any? {
                val value = value()
                if (peek() != null) throw failure()
                return value
            }

            private fun failure() = DecodingError("", "found no JSON at character $position")

            private fun peek(): Char? {
                while (position < text.length && text[position] in " \t\r\n") position++
                return text.getOrNull(position)
            }

            private fun take(sign: Char): Boolean = (peek() == sign).also { if (it) position++ }

            private fun value(): Any? = when (peek()) {
                '{' -> members()
                '[' -> elements()
                '"' -> string()
                't' -> word("true", true)
                'f' -> word("false", false)
                'n' -> word("null", null)
                else -> number()
            }

            private fun word(word: String, value: Any?): Any? {
                if (!text.startsWith(word, position)) throw failure()
                position += word.length
                return value
            }

            private fun number(): Any {
                val start = position
                while (position < text.length && text[position] in "+-.eE0123456789") position++
                val number = text.substring(start, position)
                return number.toLongOrNull() ?: number.toDoubleOrNull() ?: throw failure()
            }

            private fun elements(): List<Any?> {
                val elements = mutableListOf<Any?>()
                position++
                if (take(']')) return elements
                do elements.add(value()) while (take(','))
                if (!take(']')) throw failure()
                return elements
            }

            private fun members(): Map<String, Any?> {
                val members = linkedMapOf<String, Any?>()
                position++
                if (take('}')) return members
                do {
                    if (peek() != '"') throw failure()
                    val key = string()
                    if (!take(':')) throw failure()
                    members[key] = value()
                } while (take(','))
                if (!take('}')) throw failure()
                return members
            }

            private fun string(): String {
                val out = StringBuilder()
                position++
                while (true) {
                    val character = text.getOrNull(position++) ?: throw failure()
                    if (character == '"') return out.toString()
                    out.append(if (character == '\\') escaped() else character)
                }
            }

            private fun escaped(): Char = when (val sign = text.getOrNull(position++)) {
                '"', '\\', '/' -> sign
                'b' -> '\b'
                'f' -> '\u000c'
                'n' -> '\n'
                'r' -> '\r'
                't' -> '\t'
                'u' -> {
                    position += 4
                    if (position > text.length) throw failure()
                    (text.substring(position - 4, position).toIntOrNull(16) ?: throw failure()).toChar()
                }
                else -> throw failure()
            }
        }

        /** What carries messages: a binding's core, or a connection to a server. */
        interface Transport {
            /** Opens a core with a config. The function is called with each message, while the host drives the core. */
            fun open(app: String, config: String, receive: (String) -> Unit)

            /** Sends a message. */
            fun send(text: String)
        }

        /** The answer to a request of the core, which may be given later, and by any thread that the transport allows. */
        class Reply<T> private constructor(private val shared: Shared, private val isSource: Boolean) {
            internal class Shared(val transport: Transport, val effect: String, val done: () -> Unit) {
                @Volatile
                var isCancelled = false
                var onCancel: (() -> Unit)? = null
            }

            internal constructor(transport: Transport, effect: String, done: () -> Unit) : this(Shared(transport, effect, done), false)

            internal constructor(other: Reply<*>, isSource: Boolean = false) : this(other.shared, isSource)

            /** Whether the core needs no answer any more. */
            val isCancelled: Boolean get() = shared.isCancelled

            /** Called when the core needs no answer any more. */
            var onCancel: (() -> Unit)?
                get() = shared.onCancel
                set(function) {
                    shared.onCancel = function
                }

            /** Answers; of a source, with one of its items. */
            fun send(result: T) = answer(mapOf("result" to result) + if (isSource) mapOf("more" to true) else mapOf(), !isSource)

            /** Answers with an error: any JSON. */
            fun fail(error: Any?) = answer(mapOf("error" to error), true)

            /** Ends a source. */
            fun end() = answer(mapOf(), true)

            internal fun cancel() {
                shared.isCancelled = true
                shared.onCancel?.invoke()
            }

            private fun answer(members: Map<String, Any?>, isLast: Boolean) {
                if (isLast) shared.done()
                if (!isCancelled) shared.transport.send(write(mapOf("@reply" to mapOf("effect" to shared.effect) + members)))
            }
        }
        """#
}
