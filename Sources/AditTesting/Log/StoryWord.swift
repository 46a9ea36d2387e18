/// The keywords of a story.
enum StoryWord: String {
    case given = "GIVEN"
    case when = "WHEN"
    case then = "THEN"
}
