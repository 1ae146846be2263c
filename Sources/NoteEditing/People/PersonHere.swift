import Editor
import MarfaSDK

/// Somebody else who is in the edited note.
package struct PersonHere: Hashable, Sendable {
  /// Who, as long as they are connected.
  package let id: String
  /// What they call themselves; never empty.
  package let name: String
  /// Their style in the theme, 0…7; the same for the same name everywhere.
  package let style: Int
  /// Whether they show where they are.
  package let showsCaret: Bool
  /// Where they went; nil while they stay where the text takes them.
  package var caret: OtherCaret?
  /// When they last did something, since a fixed instant.
  package var lastSeen: Duration

  /// After so long without a sign of life somebody counts as idle.
  package static let idleAfter = Duration.seconds(120)

  /// Reads what somebody says of themselves; nil for those who only watch.
  ///
  /// - Parameters:
  ///   - person: Who, with their presence.
  ///   - now: The time since a fixed instant.
  package init?(_ person: NotePerson, at now: Duration) {
    guard let name = person.name else { return nil }
    (id, self.name) = (person.actor.description, name)
    style = Self.style(named: person.presence[PresenceKey.color], of: name)
    showsCaret = person.presence[PresenceKey.head] != nil
    lastSeen = now
  }

  /// The first letter of the name; it identifies the person where colours are not enough.
  package var sign: Character {
    guard let first = name.first(where: { $0.isLetter || $0.isNumber }) else { return "?" }
    let upper = Character(String(first).uppercased().first.map(String.init) ?? "?")
    return upper.unicodeScalars.count == 1 ? upper : "?"
  }

  /// Whether the same is shown of them a little later, apart from the caret.
  package func looks(like later: PersonHere) -> Bool {
    (id, name, style) == (later.id, later.name, later.style)
      && later.lastSeen - lastSeen < Self.idleAfter
  }

  /// Whether they have done nothing for two minutes.
  package func isIdle(at now: Duration) -> Bool { now - lastSeen >= Self.idleAfter }

  /// The style that somebody chose, or the one of the name.
  package static func style(named color: String?, of name: String) -> Int {
    if let color, let number = Int(color), (1...8).contains(number) { return number - 1 }
    // FNV-1a, so that a name has one style on every machine.
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash % 8)
  }
}

extension PersonHere: Comparable {
  /// Orders people by their names.
  package static func < (left: PersonHere, right: PersonHere) -> Bool {
    (left.name.lowercased(), left.id) < (right.name.lowercased(), right.id)
  }
}

extension Collection<PersonHere> {
  /// What is said of people who are in a note: "Ana is here", "Ana and Bo are here".
  package var sentence: String {
    var names: [String] = []
    for person in self where !names.contains(person.name) { names.append(person.name) }
    guard let last = names.last else { return "" }
    let others = names.dropLast()
    if others.isEmpty { return "\(last) is here" }
    return "\(others.joined(separator: ", ")) and \(last) are here"
  }
}
