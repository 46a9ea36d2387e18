/// The words that a story is told by.
enum StoryWord: String {
    case given = "GIVEN"
    case when = "WHEN"
    case then = "THEN"
}
