/// The part of an id that people see and type: its last characters, which are random.
///
/// The first characters of an id are its time, which notes that were made together share.
package enum ShortId {
  /// How many characters are shown.
  package static let length = 8
  /// How many of them must be typed at least: fewer are too often a word.
  package static let minimumLength = 6

  /// The short form of an id; all of an id that is not longer.
  package static func text(of id: String) -> String { String(id.suffix(length)) }

  /// Whether a text may be a whole short id.
  package static func isWhole(_ text: String) -> Bool {
    text.utf8.count == length && isPossible(text)
  }

  /// Whether a text may be a short id, or its beginning.
  static func isPossible(_ text: String) -> Bool {
    (minimumLength...length).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
