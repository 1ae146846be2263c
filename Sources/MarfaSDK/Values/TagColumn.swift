/// The text form of an item's tags: sorted, separated by line feeds.
enum TagColumn {
  static func text(_ tags: [String]) -> String { tags.joined(separator: "\n") }

  static func tags(_ text: String) -> [String] {
    text.isEmpty ? [] : text.split(separator: "\n").map(String.init)
  }
}
