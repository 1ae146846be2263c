import NoteMarkup

/// The tags that a text names as `#word`.
package enum InlineTags {
  /// The tags of a text, normalized; those in code, links and front matter are none.
  ///
  /// Linear in the text.
  package static func names(in text: String) -> Set<String> {
    let scan = MarkdownScan(text)
    return names(of: scan.tags, in: scan)
  }

  /// The tags of a text in which somebody types, without the one that the caret is in: that word is
  /// not finished.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - caret: An offset in UTF-8 bytes.
  /// - Returns: The finished tags, and whether there is an unfinished one.
  package static func names(
    in text: String, typingAt caret: Int
  ) -> (finished: Set<String>, isTyping: Bool) {
    let scan = MarkdownScan(text)
    let finished = scan.tags.filter {
      !($0.range.lowerBound < caret && caret <= $0.range.upperBound)
    }
    return (names(of: finished, in: scan), finished.count < scan.tags.count)
  }

  private static func names(of tags: [MarkdownScan.Tag], in scan: MarkdownScan) -> Set<String> {
    let links = scan.wikiLinks.map(\.range) + scan.links.map(\.range)
    let outside = tags.filter { tag in !links.contains { $0.overlaps(tag.range) } }
    return Set(outside.compactMap { TagRules.normalize($0.name) })
  }
}

/// Tags that an item gets and loses with a change of its text.
package struct TagDifference: Hashable, Sendable {
  /// The tags that come, sorted.
  package var added: [String]
  /// The tags that go, sorted.
  package var removed: [String]

  /// What comes alone.
  package var additions: TagDifference {
    var difference = self
    difference.removed = []
    return difference
  }

  /// Nothing changes.
  package static let none = TagDifference(from: [], to: [])

  /// Whether nothing changes.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// What leads from some tags to others.
  package init(from old: Set<String>, to new: Set<String>) {
    added = new.subtracting(old).sorted()
    removed = old.subtracting(new).sorted()
  }

  /// What leads from the tags that a text names to those of another.
  package init(fromText old: String, to new: String) {
    self.init(from: InlineTags.names(in: old), to: InlineTags.names(in: new))
  }

  /// This change and then another; what the other says of a tag counts.
  package func followed(by later: TagDifference) -> TagDifference {
    TagDifference(
      from: Set(removed).subtracting(later.added).union(later.removed),
      to: Set(added).subtracting(later.removed).union(later.added))
  }

  /// Some tags after the change.
  package func applied(to tags: some Sequence<String>) -> Set<String> {
    Set(tags).subtracting(removed).union(added)
  }
}
