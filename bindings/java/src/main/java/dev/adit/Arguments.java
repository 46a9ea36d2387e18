package dev.adit;

/** What is said about an argument that is null. */
final class Arguments {
    private Arguments() {}

    static final String MESSAGE = "a message, a Json or its text,";
    static final String TIMEOUT = "a Duration, such as Duration.ZERO or Core.FOREVER,";
    static final String PATH = "a path such as \"/items\"";

    /** Returns the value. @throws NullPointerException that says what is expected */
    static <T> T given(T value, String expected) {
        if (value == null) {
            throw new NullPointerException("found null; " + expected + " is expected");
        }
        return value;
    }
}
