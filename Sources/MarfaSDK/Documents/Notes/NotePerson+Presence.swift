/// The keys of a presence in a note.
package enum PresenceKey {
  /// What somebody calls themselves; who has none only watches.
  package static let name = "name"
  /// The number of the style that somebody chose, 1…8.
  package static let color = "color"
  /// Where somebody types, as a text position.
  package static let head = "head"
  /// The other end of their selection, as a text position.
  package static let anchor = "anchor"
  /// What a list of notes shows of somebody.
  static let naming: Set<String> = [name, color]
}

extension NotePerson {
  /// The most characters of a name that are shown.
  private static let longestName = 24

  /// What they call themselves, in one line; nil for those who only watch.
  package var name: String? {
    guard let told = presence[PresenceKey.name] else { return nil }
    let line = told.filter { !$0.isNewline }.prefix(Self.longestName)
    let name = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return name.isEmpty ? "somebody" : String(name)
  }
}
