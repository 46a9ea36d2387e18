package dev.adit.typed;

/** A value of an enum without further values: a text or a whole number. */
public interface Choice {
    /** The value as JSON has it: a String or a Long. */
    Object json();
}
