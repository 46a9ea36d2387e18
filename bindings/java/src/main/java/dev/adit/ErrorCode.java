package dev.adit;

import java.util.Locale;

/** The codes of {@code adit.h}. */
public enum ErrorCode {
    EINVAL(-1), EABI(-2), EAPP(-3), ECONFIG(-4), ECORE(-5), EBUSY(-6), EFORK(-7), EJSON(-8), EMESSAGE(-9), ESIZE(-10),
    EFULL(-11), ETIMEDOUT(-12), ESTORE(-13), ELOCKED(-14), ESCHEMA(-15), ENOMEM(-16), EINTERNAL(-17), EHANDLER(-18),
    ECASCADE(-19), ECLOSED(-20), EREPLAY(-21), EDENIED(-22),
    /** Of {@code libadit_served.so}: the process of the core has ended. */
    ECRASHED(-23),
    /** In an {@code @error}: the store was opened elsewhere since, and the core closes. */
    EFENCED(-24),
    /** A code that this version of the binding does not know. */
    UNKNOWN(0);

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /** The number in {@code adit.h}, such as -8. */
    public int number() {
        return number;
    }

    static ErrorCode of(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number && code != UNKNOWN) {
                return code;
            }
        }
        return UNKNOWN;
    }

    /** The code of an {@code @error}, such as "ehandler". */
    static ErrorCode named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException error) {
            return UNKNOWN;
        }
    }
}
