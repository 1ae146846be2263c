/// How one text differs from another, word by word within the lines that changed.
///
/// ```swift
/// let change = WordDifference(from: "two loaves", to: "three loaves")
/// let words = change.lines.flatMap(\.pieces).map(\.text)
/// ```
public struct WordDifference: Hashable, Sendable {
  /// What a piece of a line is.
  public enum Kind: Hashable, Sendable {
    /// In both texts, only in the old one, only in the new one.
    case same, removed, added
  }

  /// A piece of a line.
  public struct Piece: Hashable, Sendable {
    /// Where it is.
    public var kind: Kind
    /// The text, without a line feed.
    public var text: String

    /// A piece of a line that is in one of the texts or in both.
    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// A line of either text, or one that both have in different words.
  public struct Line: Hashable, Sendable {
    /// The pieces in order; none for an empty line.
    public var pieces: [Piece]
    /// Whether the line is the same in both texts.
    public var isSame: Bool
  }

  /// The lines in order.
  public let lines: [Line]

  /// A stretch in which less than this part of the words is in both texts is shown as replaced.
  private static let leastShared = 0.4

  /// Compares two texts; near linear in them, but for stretches that differ much.
  public init(from old: String, to new: String) {
    var lines: [Line] = []
    var removed = ""
    var added = ""
    // A last line without a line feed is no other line when one comes below it.
    let ended = [old, new].map { $0.isEmpty || $0.hasSuffix("\n") ? $0 : $0 + "\n" }
    let (old, new) = ended[0] == ended[1] ? (old, new) : (ended[0], ended[1])
    for line in LineDifference(from: old, to: new).lines {
      switch line {
      case .removed(let text): removed += text
      case .added(let text): added += text
      case .same(let text):
        lines += Self.changed(from: removed, to: added)
        (removed, added) = ("", "")
        lines.append(Line(pieces: Self.piece(.same, text), isSame: true))
      }
    }
    self.lines = lines + Self.changed(from: removed, to: added)
  }

  /// Whether the texts are the same.
  public var isEmpty: Bool { lines.allSatisfy(\.isSame) }

  private static func piece(_ kind: Kind, _ text: String) -> [Piece] {
    let shown = text.hasSuffix("\n") ? String(text.dropLast()) : text
    return shown.isEmpty ? [] : [Piece(kind, shown)]
  }

  private static func changed(from old: String, to new: String) -> [Line] {
    guard !old.isEmpty || !new.isEmpty else { return [] }
    let pieces = pieces(from: old, to: new)
    let shared = pieces.reduce(0) { $0 + ($1.kind == .same ? $1.text.utf8.count : 0) }
    let isReplaced = Double(shared) < leastShared * Double(max(old.utf8.count, new.utf8.count))
    guard !old.isEmpty, !new.isEmpty, !isReplaced else {
      return Self.lines(of: [Piece(.removed, old)]) + Self.lines(of: [Piece(.added, new)])
    }
    return Self.lines(of: pieces)
  }

  private static func pieces(from old: String, to new: String) -> [Piece] {
    let before = TextTokens.words(of: old)
    let after = TextTokens.words(of: new)
    let partners = TokenAlignment.partners(before, after)
    var pieces: [Piece] = []
    func add(_ kind: Kind, _ text: Substring) {
      if pieces.last?.kind == kind {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append(Piece(kind, String(text)))
      }
    }
    var next = 0
    for (index, token) in before.enumerated() {
      guard let partner = partners[index] else {
        add(.removed, token.text)
        continue
      }
      for token in after[next..<partner] { add(.added, token.text) }
      add(.same, token.text)
      next = partner + 1
    }
    for token in after[next...] { add(.added, token.text) }
    return pieces
  }

  /// Cuts pieces at their line feeds.
  private static func lines(of pieces: [Piece]) -> [Line] {
    var lines: [Line] = []
    var line = Line(pieces: [], isSame: false)
    var isOpen = false
    for piece in pieces where !piece.text.isEmpty {
      let parts = piece.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 {
          lines.append(line)
          line = Line(pieces: [], isSame: false)
          isOpen = false
        }
        guard !part.isEmpty else { continue }
        line.pieces.append(Piece(piece.kind, String(part)))
        isOpen = true
      }
    }
    if isOpen { lines.append(line) }
    return lines
  }
}
