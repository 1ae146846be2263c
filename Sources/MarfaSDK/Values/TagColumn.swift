/// The text form of an item's tags: sorted, separated by line feeds.
enum TagColumn {
  static func text(_ tags: [String]) -> String { tags.joined(separator: "\n") }

  static func tags(_ text: String) -> [String] {
    // By bytes: to find where characters end takes several times as long.
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }
}
