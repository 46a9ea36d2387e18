package dev.adit.typed;

import java.util.List;

/**
 * A message to the host, and what stands beside it.
 *
 * @param message a case of the responses of a feature, or of Adit's own messages
 * @param path the keys above the message's own: its feature, and "response"
 * @param id the `@id` of the message that caused it: a String or a Long
 * @param client the client whose message caused it
 * @param cursor its number, by which `heard` acknowledges it
 * @param again whether it may have been delivered before
 */
public record Received(Object message, List<String> path, Object id, String client, Long cursor, Boolean again) {}
