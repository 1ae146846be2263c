extension ChordSequence {
  /// The keys as screens show them: names with a capital, as `Enter`, `Space f`, `Ctrl-d`.
  package var displayName: String {
    chords.map(\.displayName).joined(separator: " ")
  }
}

extension KeyChord {
  /// The key as screens show it, with its modifiers.
  fileprivate var displayName: String {
    let name = description(key: pageName)
    guard name.utf8.count > 1, let first = name.first else { return name }
    return name.count == 1 ? name : first.uppercased() + name.dropFirst()
  }

  /// The name on a keyboard of the keys whose text form is longer; nil for all others.
  private var pageName: String? {
    switch event.key {
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    default: nil
    }
  }
}
