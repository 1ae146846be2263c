import NoteMarkup

/// A text for the parser in which each wiki link and tag is replaced by a mark.
///
/// `NoteMarkup` alone decides what is a wiki link or a tag, and reads the text as it was written; the
/// parser would have taken the backslashes away and cut at brackets. A mark is the last two
/// private-use characters round the number of the reference; a text that contains one of them is
/// shown with replacement characters.
struct MarkedSource: Sendable {
  /// A wiki link or a tag.
  struct Reference: Hashable, Sendable {
    /// Where it leads.
    var target: LinkTarget
    /// What is shown for it.
    var text: String
    /// How it was written.
    var source: String
  }

  /// A piece of what the parser gave back.
  enum Piece: Hashable {
    case text(Substring)
    case reference(Reference)
  }

  private static let opening: Unicode.Scalar = "\u{10FFFC}"
  private static let closing: Unicode.Scalar = "\u{10FFFD}"
  /// The first byte of both.
  private static let leadByte: UInt8 = 0xF4

  /// The text for the parser.
  let text: String
  private let references: [Reference]

  /// Replaces the references of a note's text after its front matter; linear in the text.
  init(_ source: String) {
    let source = Self.withoutMarks(source)
    let scan = MarkdownScan(source, from: .body)
    guard !scan.wikiLinks.isEmpty || !scan.tags.isEmpty else {
      (text, references) = (source, [])
      return
    }
    let bytes = Array(source.utf8)
    var found = scan.wikiLinks.map { link in
      // The sign of an embed stays before its link.
      let range = link.range.lowerBound + (link.isEmbed ? 1 : 0)..<link.range.upperBound
      let written = String(decoding: bytes[range], as: UTF8.self)
      return (range, Self.reference(to: link, written: written))
    }
    found += scan.tags.map { tag in
      (tag.range, Reference(target: .tag(tag.name), text: "#" + tag.name, source: "#" + tag.name))
    }
    found.sort { $0.0.lowerBound < $1.0.lowerBound }
    var marked: [UInt8] = []
    marked.reserveCapacity(bytes.count + found.count * 8)
    var position = 0
    for (index, (range, _)) in found.enumerated() {
      marked += bytes[position..<range.lowerBound]
      marked += "\(Self.opening)\(index)\(Self.closing)".utf8
      position = range.upperBound
    }
    marked += bytes[position...]
    text = String(decoding: marked, as: UTF8.self)
    references = found.map(\.1)
  }

  /// The pieces of a text that the parser gave back, with references for marks.
  func pieces(of parsed: String) -> [Piece] {
    guard !references.isEmpty, parsed.utf8.contains(Self.leadByte) else {
      return [.text(parsed[...])]
    }
    var pieces: [Piece] = []
    var rest = parsed[...]
    while let open = rest.unicodeScalars.firstIndex(of: Self.opening),
      let close = rest.unicodeScalars[open...].firstIndex(of: Self.closing)
    {
      let number = rest.unicodeScalars[open..<close].dropFirst()
      guard let index = Int(String(number)), references.indices.contains(index) else { break }
      pieces.append(.text(rest[..<open]))
      pieces.append(.reference(references[index]))
      rest = rest[rest.unicodeScalars.index(after: close)...]
    }
    return pieces + [.text(rest)]
  }

  /// A text that the parser gave back, as it was written.
  func restored(_ parsed: String) -> String {
    guard !references.isEmpty, parsed.utf8.contains(Self.leadByte) else { return parsed }
    return pieces(of: parsed).reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .reference(let reference): text += reference.source
      }
    }
  }

  // MARK: - References

  private static func reference(
    to link: MarkdownScan.WikiLink, written source: String
  ) -> Reference {
    let address = link.target + (link.heading.map { "#" + $0 } ?? "")
    let label = link.label.flatMap { $0.isEmpty ? nil : $0 }
    return Reference(
      target: .note(title: link.target, heading: link.heading), text: label ?? address,
      source: source)
  }

  private static func withoutMarks(_ source: String) -> String {
    guard source.utf8.contains(leadByte),
      source.unicodeScalars.contains(where: { $0 == opening || $0 == closing })
    else { return source }
    var clean = String.UnicodeScalarView()
    for scalar in source.unicodeScalars {
      clean.append(scalar == opening || scalar == closing ? "\u{FFFD}" : scalar)
    }
    return String(clean)
  }
}
