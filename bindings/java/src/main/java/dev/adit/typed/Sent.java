package dev.adit.typed;

import java.util.List;

/**
 * A message to the core, and what stands beside it.
 *
 * @param message a case of the requests of a feature, or of Adit's own messages
 * @param path the keys above the message's own: its feature, and "request"
 * @param id a String or a Long, which is repeated beside all that the message causes
 * @param with dependencies of the message
 * @param group consecutive messages of a group are undone together
 */
public record Sent(ToCore message, List<String> path, Object id, Protocol.AditWith with, String group) {}
