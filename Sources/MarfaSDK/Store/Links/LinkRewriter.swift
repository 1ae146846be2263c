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
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - leadsThere: Whether what is in a link leads to the item; others of its title stay.
  /// - Returns: The text, and the number of links that were changed.
  /// - Throws: What `leadsThere` throws.
  func rewrite(
    _ text: String, where leadsThere: (String) throws -> Bool
  ) throws -> (text: String, count: Int) {
    let named = MarkdownScan(text).wikiLinks.filter { isNamed($0.target) }
    let links = try named.filter { try leadsThere($0.target) }
    guard !links.isEmpty else { return (text, 0) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for link in links {
      let kept = keptEnds(of: link.target)
      result += bytes[position..<link.targetRange.lowerBound + kept.before]
      result += replacement.utf8
      position = link.targetRange.upperBound - kept.after
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

  /// Whether a link has the title, alone or at the end of a path.
  private func isNamed(_ target: String) -> Bool {
    if TextFold.fold(target) == oldTitle { return true }
    guard let last = RelativePath.parts(of: target).last else { return false }
    return TextFold.fold(RelativePath.stem(of: last)) == oldTitle
  }

  /// How many bytes of a link's target stay before and after the new title: the folders of a path,
  /// and its ending.
  private func keptEnds(of target: String) -> (before: Int, after: Int) {
    guard TextFold.fold(target) != oldTitle, label == nil, !replacement.contains("/"),
      !target.hasSuffix("/"), let last = target.split(separator: "/").last
    else { return (0, 0) }
    let ending = last.utf8.count - RelativePath.stem(of: String(last)).utf8.count
    return (target.utf8.count - last.utf8.count, ending)
  }
}
