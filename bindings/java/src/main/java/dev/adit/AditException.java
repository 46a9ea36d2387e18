package dev.adit;

import java.util.Optional;
import java.util.OptionalLong;

/** An error of a call, or an {@code @error} of a core. */
public final class AditException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final long offset;
    private final String path;

    private AditException(ErrorCode code, long offset, String text, String path) {
        super(text);
        this.code = code;
        this.offset = offset;
        this.path = path;
    }

    AditException(ErrorCode code, String text) {
        this(code, -1, text, null);
    }

    AditException(int number, long offset, String text) {
        this(ErrorCode.of(number), offset, text, null);
    }

    /** The error that a message {@code {"@error": {"code", "message", "path"}}} reports. */
    static AditException ofMessage(Json error) {
        String path = error.find("/path").map(Json::asString).orElse(null);
        return new AditException(ErrorCode.named(error.get("code").asString()), -1, error.get("message").asString(), path);
    }

    /** The code. */
    public ErrorCode code() {
        return code;
    }

    /** The offset of the error in the message, in bytes, if it is known. */
    public OptionalLong offset() {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** Of an {@code @error}: the cases of the message that failed. */
    public Optional<String> path() {
        return Optional.ofNullable(path);
    }

    @Override
    public String toString() {
        return "AditException: " + code + ": " + getMessage() + (offset < 0 ? "" : " (at byte " + offset + ")");
    }
}
