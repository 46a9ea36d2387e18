package dev.adit.typed;

/** A value that has another form. The message begins with its path. */
public final class DecodingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DecodingException(String path, String text) {
        super((path.isEmpty() ? "the message" : path) + ": " + text);
    }
}
