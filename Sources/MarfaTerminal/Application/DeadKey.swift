import Settings

/// Keys that do nothing in the pane that has the focus.
struct DeadKey {
  /// The keys.
  let keys: [KeyChord]
  /// The pane's context.
  let place: KeyContext

  private static let panes: [(context: KeyContext, name: String, command: String)] = [
    (.list, "the list", "pane.list"), (.note, "the note", "pane.note"),
    (.sources, "the sources", "pane.sources"),
  ]

  /// Says where the keys do something, or how to find out what does.
  ///
  /// - Parameters:
  ///   - keymap: What keys do.
  ///   - summary: What a command does, by its name.
  /// - Returns: A sentence or two.
  func sentence(_ keymap: Keymap, summary: (String) -> String?) -> String {
    let name = ChordSequence(keys)?.displayName ?? ""
    for pane in Self.panes where pane.context != place {
      guard let last = keys.last,
        case .command(let command) = keymap.lookup(
          pane.context, pending: Array(keys.dropLast()), last),
        let summary = summary(command)
      else { continue }
      let way = keymap.keys(for: pane.command, in: place).first.map { " (\($0.displayName))" } ?? ""
      let what = summary.prefix(1).lowercased() + summary.dropFirst()
      // Next to the state of syncing 80 columns have room for no more words.
      return "\(name) is for \(pane.name)\(way): \(what)."
    }
    let help = keymap.keys(for: "app.help", in: place).first
    return "\(name) does nothing here."
      + (help.map { " \($0.displayName) lists what you can do here." } ?? "")
  }
}
