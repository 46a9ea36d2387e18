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

        private fun parsed(text: String): Any? = try {
            dev.adit.Json.parse(text).value()
        } catch (error: IllegalArgumentException) {
            throw DecodingError("", error.message.orEmpty())
        }
        """#
}
