import Foundation
import MarfaSDK
import NoteMarkup

/// The files that a text refers to: `![](a/b.png)`, `[plan](plan.pdf)`, `![[b.png]]`,
/// `![[b.png|100]]`.
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
  init(in body: String) {
    guard Self.mayHaveAny(body) else { return }
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
    found += Self.shownByTags(in: body)
    var seen: Set<Reference> = []
    all = found.sorted { $0.start < $1.start }.map(\.reference)
      .filter { Self.mayBeFile($0) && seen.insert($0).inserted }
  }

  /// Whether a text has the marks of a link; most notes of a large folder have none.
  private static func mayHaveAny(_ body: String) -> Bool {
    var previous: UInt8 = 0
    for byte in body.utf8 {
      if previous == UInt8(ascii: "["), byte == UInt8(ascii: "[") { return true }
      if previous == UInt8(ascii: "]"), byte == UInt8(ascii: "(") { return true }
      if previous == UInt8(ascii: "<"), byte | 0x20 == UInt8(ascii: "i") { return true }
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
