/// The keywords of a spec.
enum SpecWord: String {
    case describe, context, it
}
