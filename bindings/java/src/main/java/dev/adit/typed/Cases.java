package dev.adit.typed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The cases of an enum, or none if a value is the one member that is set, of those of several kinds of JSON. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Cases {
    Class<?>[] value();
}
