import NoteMarkup

/// A link in a note's text to another note.
struct TextLink: Hashable {
  /// What is in the link: a title, an alias, an id, or a relative path.
  var target: String
  /// Whether the target is a path, as in `[text](folder/note.md)`.
  var isPath: Bool
  /// Where the link starts, in UTF-8 bytes from the start of the text.
  var offset: Int

  /// The form under which an unresolved link waits.
  var foldedTarget: String { TextFold.fold(target) }

  /// All links of a text to notes: wiki links, then inline ones; those in code are none.
  static func links(in text: String) -> [TextLink] {
    var text = text
    return text.withUTF8 { bytes in
      // Most texts have no link, and this look costs far less than a scan.
      guard mayHaveLinks(bytes) else { return [] }
      let scan = MarkdownScan(bytes: bytes)
      let wiki = scan.wikiLinks.lazy.filter { !$0.target.isEmpty }.map {
        TextLink(target: $0.target, isPath: false, offset: $0.range.lowerBound)
      }
      let inline = scan.links.lazy
        .filter { !$0.isImage && ($0.isRelative || $0.isFromRoot) }
        .map { TextLink(target: $0.path, isPath: true, offset: $0.range.lowerBound) }
        .filter { Self.mayBeNote($0.target) }
      return (Array(wiki) + Array(inline)).filter { !$0.target.utf8.contains(0) }
    }
  }

  /// Whether a path has the ending of a note or none, as `Projects/Alpha`.
  private static func mayBeNote(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last, !path.hasSuffix("/") else { return false }
    return RelativePath.isMarkdown(path) || !name.contains(".")
  }

  private static func mayHaveLinks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x5B && previous == 0x5B || byte == 0x28 && previous == 0x5D { return true }
      previous = byte
    }
    return false
  }
}
