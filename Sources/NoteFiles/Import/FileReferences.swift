import Foundation
import MarfaSDK
import NoteMarkup

/// The files that a text refers to: `![](a/b.png)`, `[plan](plan.pdf)`, `![[b.png]]`,
/// `![[b.png|100]]`, `[b]: b.png`, `<img src="b.png">` and other elements that lead to a file.
struct FileReferences {
  /// One reference.
  struct Reference: Hashable {
    /// How the file is looked for.
    enum Place: Hashable {
      /// From the folder of the note.
      case besideNote
      /// From the root of the folder.
      case fromRoot
      /// Anywhere in the folder.
      case anywhere
    }

    /// The path as it was meant, percent escapes decoded.
    var path: String
    /// How the file is looked for.
    var place: Place
    /// Whether the text shows the file, so that its absence is worth a word.
    var isShown: Bool

    /// The path as it is written.
    var written: String { place == .fromRoot ? "/" + path : path }

    /// Whether its name has no ending: it may be meant for a note or for anything else, too, and is
    /// a file only where one is at just that path.
    var isBare: Bool {
      guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else {
        return true
      }
      return dot == name.startIndex || name.index(after: dot) == name.endIndex
    }
  }

  /// The references, in order, each once.
  private(set) var all: [Reference] = []

  /// Finds the references of a text after its front matter; linear in its length.
  ///
  /// - Parameters:
  ///   - body: The text.
  ///   - frontMatter: What is before it, of which only wiki links count; nil for nothing.
  init(in body: String, frontMatter: String? = nil) {
    all = Self.references(in: body)
    guard let frontMatter, frontMatter.contains("[[") else { return }
    let linked = MarkdownScan(frontMatter, from: .body).wikiLinks.map {
      Reference(path: $0.target, place: .anywhere, isShown: false)
    }
    for reference in linked where Self.mayBeFile(reference) && !all.contains(reference) {
      all.append(reference)
    }
  }

  private static func references(in body: String) -> [Reference] {
    guard mayHaveAny(body) else { return [] }
    let scan = MarkdownScan(body, from: .body)
    var found: [(start: Int, reference: Reference)] = []
    for link in scan.links where FileAddress.isLocal(link.destination) {
      guard !link.destination.hasPrefix("file:"), !link.destination.hasPrefix("#") else { continue }
      let isFromRoot = link.destination.hasPrefix("/")
      let path = isFromRoot ? String(link.path.drop { $0 == "/" }) : link.path
      found.append(
        (
          link.range.lowerBound,
          Reference(
            path: path, place: isFromRoot ? .fromRoot : .besideNote, isShown: link.isImage)
        ))
    }
    for link in scan.wikiLinks where !link.target.isEmpty {
      found.append(
        (
          link.range.lowerBound,
          Reference(path: link.target, place: .anywhere, isShown: link.isEmbed)
        ))
    }
    found += shownByTags(in: body)
    found += named(in: body)
    var seen: Set<Reference> = []
    return found.sorted { $0.start < $1.start }.map(\.reference)
      .filter { mayBeFile($0) && seen.insert($0).inserted }
  }

  /// Whether a text has the marks of a link; most notes of a large folder have none.
  private static func mayHaveAny(_ body: String) -> Bool {
    var previous: UInt8 = 0
    for byte in body.utf8 {
      if previous == UInt8(ascii: "["), byte == UInt8(ascii: "[") { return true }
      if previous == UInt8(ascii: "]"), byte == UInt8(ascii: "(") { return true }
      if previous == UInt8(ascii: "]"), byte == UInt8(ascii: ":") { return true }
      if previous == UInt8(ascii: "<"), "iasve".utf8.contains(byte | 0x20) { return true }
      previous = byte
    }
    return false
  }

  /// The pictures of `<img src="…">`.
  private static func shownByTags(in body: String) -> [(start: Int, reference: Reference)] {
    PictureTag.all(in: body).compactMap { tag in
      let address = String(tag.address)
      guard FileAddress.isLocal(address), !address.hasPrefix("file:") else { return nil }
      let path = address.prefix { $0 != "#" && $0 != "?" }
      return (
        tag.range.lowerBound,
        Reference(
          path: path.removingPercentEncoding ?? String(path), place: .besideNote, isShown: true)
      )
    }
  }

  /// The files of `[name]: address`, and of elements such as `<audio src="…">` and `<a href="…">`.
  ///
  /// A file that is absent is not reported: the text may only mention it.
  private static func named(in body: String) -> [(start: Int, reference: Reference)] {
    var tagged: [Substring] = []
    if hasPair("<", "asve", in: body) {
      tagged = body.matches(
        of: #/<(?:audio|video|source|embed|a)\s[^<>]*?\b(?:src|href)\s*=\s*["']([^"'<>]+)["']/#
          .ignoresCase()
      ).map(\.output.1)
    }
    let defined = hasPair("]", ":", in: body) ? definitions(in: body) : []
    return (defined + tagged).compactMap { address in
      guard FileAddress.isLocal(String(address)), !address.hasPrefix("file:"),
        !address.hasPrefix("#")
      else { return nil }
      let isFromRoot = address.hasPrefix("/")
      let path = address.drop { $0 == "/" }.prefix { $0 != "#" && $0 != "?" }
      return (
        body.utf8.distance(from: body.startIndex, to: address.startIndex),
        Reference(
          path: path.removingPercentEncoding ?? String(path),
          place: isFromRoot ? .fromRoot : .besideNote, isShown: false)
      )
    }
  }

  /// The addresses of lines such as `[name]: address`, without footnotes, which have texts there.
  private static func definitions(in body: String) -> [Substring] {
    body.split(whereSeparator: \.isNewline).compactMap { line in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("["), !text.hasPrefix("[^"), let mark = text.range(of: "]:"),
        !text[..<mark.lowerBound].contains("](")
      else { return nil }
      return text[mark.upperBound...].drop { " \t<".contains($0) }
        .prefix { !$0.isWhitespace && $0 != ">" }
    }
  }

  /// Whether a byte is followed by one of some letters, small or capital.
  private static func hasPair(_ first: Unicode.Scalar, _ second: String, in text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if previous == UInt8(ascii: first), second.utf8.contains(byte | 0x20) { return true }
      previous = byte
    }
    return false
  }

  /// Whether a reference has the name of a file that is no note; a wiki link without an ending is
  /// one to a note.
  private static func mayBeFile(_ reference: Reference) -> Bool {
    let path = reference.path
    guard let name = path.split(separator: "/").last, !path.hasSuffix("/"),
      !path.utf8.contains(0), name != ".", name != ".."
    else { return false }
    if reference.isBare, reference.place == .anywhere { return false }
    return !MarkdownFile.isNamed(String(name))
  }
}
