package dev.adit.typed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The key of a member of an object: of a parameter of the constructor that makes it, which has a field or method of its name. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Key {
    String value();

    /** Whether it may be absent: then it is null. */
    boolean optional() default false;

    /** The bounds of an integer. */
    long least() default Long.MIN_VALUE;

    long most() default Long.MAX_VALUE;
}
