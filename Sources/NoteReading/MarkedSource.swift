import NoteMarkup

/// A text for the parser in which each wiki link and tag is replaced by a mark.
///
/// `NoteMarkup` alone decides what is a wiki link or a tag, and reads the text as it was written;
/// the parser would have taken the backslashes away and cut at brackets. A mark is the last two
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
    /// What is between the brackets, without a label, where the target's own text is to be shown.
    var embed: String?
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
  /// The lines, from 1, that begin with a task that was given up; as it is written, since the
  /// parser takes backslashes away.
  let cancelledLines: Set<Int>

  /// Replaces the references of a note's text after its front matter; linear in the text.
  init(_ source: String) {
    let source = Self.withoutMarks(source)
    let scan = MarkdownScan(source, from: .body)
    let comments = Self.comments(in: source)
    cancelledLines = Self.cancelledLines(of: source)
    guard !scan.wikiLinks.isEmpty || !scan.tags.isEmpty || !comments.isEmpty else {
      (text, references) = (source, [])
      return
    }
    let bytes = Array(source.utf8)
    var found = scan.wikiLinks.map { link in
      let written = String(decoding: bytes[link.range], as: UTF8.self)
      return (link.range, Self.reference(to: link, written: written))
    }
    found += scan.tags.map { tag in
      (tag.range, Reference(target: .tag(tag.name), text: "#" + tag.name, source: "#" + tag.name))
    }
    found.sort { $0.0.lowerBound < $1.0.lowerBound }
    (text, references) = Self.marked(bytes, found, without: comments)
  }

  private static func cancelledLines(of source: String) -> Set<Int> {
    guard source.contains("[-]") else { return [] }
    let lines = source.utf8.split(separator: 10, omittingEmptySubsequences: false)
    return Set(lines.indices.filter { CancelledTask.isOne(lines[$0]) }.map { $0 + 1 })
  }

  private static func comments(in source: String) -> [Range<Int>] {
    var source = source
    guard source.contains("%%") else { return [] }
    return source.withUTF8 { MarkdownComments.ranges(in: $0) }
  }

  /// The text with marks for references and without comments, whose line breaks stay.
  private static func marked(
    _ bytes: [UInt8], _ found: [(range: Range<Int>, reference: Reference)],
    without comments: [Range<Int>]
  ) -> (text: String, references: [Reference]) {
    var marked: [UInt8] = []
    marked.reserveCapacity(bytes.count + found.count * 8)
    var references: [Reference] = []
    var position = 0
    var hidden = comments[...]
    func hide(before end: Int) {
      while let comment = hidden.first, comment.lowerBound < end {
        hidden.removeFirst()
        guard comment.upperBound > position else { continue }
        marked += bytes[position..<max(position, comment.lowerBound)]
        let rest = bytes[max(position, comment.lowerBound)..<comment.upperBound]
        marked += rest.filter { $0 == 10 }
        position = comment.upperBound
      }
    }
    for (range, reference) in found {
      hide(before: range.lowerBound)
      guard range.lowerBound >= position else { continue }
      marked += bytes[position..<range.lowerBound]
      marked += "\(opening)\(references.count)\(closing)".utf8
      references.append(reference)
      position = range.upperBound
    }
    hide(before: bytes.count)
    marked += bytes[position...]
    return (String(decoding: marked, as: UTF8.self), references)
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
    if link.isEmbed, FileAddress.isImage(link.target) {
      // What is after the bar is its size in pixels, which no terminal has.
      return Reference(target: .image(link.target), text: link.target, source: source)
    }
    return Reference(
      target: .note(title: link.target, heading: link.heading), text: label ?? address,
      source: source, embed: link.isEmbed ? address : nil)
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
