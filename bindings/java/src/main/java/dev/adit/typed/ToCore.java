package dev.adit.typed;

/** A message that may be sent: a case of the requests of an app, or of Adit's own messages. */
public interface ToCore {}
