import NoteMarkup

/// Replaces a title in the links of a text.
struct LinkRewriter {
  private let oldTitle: String
  private let replacement: String
  /// What a link without a label of its own shows, when the title cannot be in a link.
  private let label: String?

  /// Prepares the replacement of a title.
  ///
  /// A title that cannot be in a link is replaced by the item's id, with the title as label.
  init(oldTitle: String, newTitle: String, id: String) {
    self.oldTitle = TextFold.fold(oldTitle)
    if newTitle.contains(where: { "[]|#\n".contains($0) }) {
      replacement = id
      label = newTitle.filter { !"[]|\n".contains($0) }
    } else {
      replacement = newTitle
      label = nil
    }
  }

  /// The text with its links changed, and how many were.
  func rewrite(_ text: String) -> (text: String, count: Int) {
    let links = MarkdownScan(text).wikiLinks.filter { TextFold.fold($0.target) == oldTitle }
    guard !links.isEmpty else { return (text, 0) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for link in links {
      result += bytes[position..<link.targetRange.lowerBound]
      result += replacement.utf8
      position = link.targetRange.upperBound
      guard let label, link.label == nil else { continue }
      // Two brackets end every wiki link.
      let end = link.range.upperBound - 2
      result += bytes[position..<end]
      result += "|\(label)".utf8
      position = end
    }
    result += bytes[position...]
    return (String(decoding: result, as: UTF8.self), links.count)
  }
}
