/// Keys pressed one after the other, at least one.
package struct ChordSequence: Hashable, Sendable {
  /// The keys in order.
  package let chords: [KeyChord]

  /// Nil when there is no chord.
  package init?(_ chords: [KeyChord]) {
    guard !chords.isEmpty else { return nil }
    self.chords = chords
  }

  /// Reads keys separated by spaces: `g g`, `ctrl-w h`.
  ///
  /// - Parameter text: The text form.
  /// - Throws: `Unreadable` with the word that is no key; an empty text gives an empty word.
  package init(parsing text: some StringProtocol) throws(Unreadable) {
    var chords: [KeyChord] = []
    for word in text.split(separator: " ") {
      guard let chord = KeyChord(parsing: word) else { throw Unreadable(word: String(word)) }
      chords.append(chord)
    }
    guard !chords.isEmpty else { throw Unreadable(word: "") }
    self.chords = chords
  }

  /// A word that is no key.
  package struct Unreadable: Error, Hashable, Sendable {
    /// The word.
    package let word: String
  }
}

extension ChordSequence: CustomStringConvertible {
  /// The keys separated by spaces.
  package var description: String { chords.map(\.description).joined(separator: " ") }
}
