import TerminalUI

/// The keys that are not those of a decision.
extension MergeView {
  /// The characters with which a command begins that does no harm to what is decided here: the
  /// help, the command line, moving to the first and last place, leaving.
  private static let passing: Set<Character> = ["?", ":", "g", "G", "q", "Q", " "]

  /// The commands that do something here; those of the panes would act on what nobody sees.
  private static let commands: Set<String> = [
    "move.up", "move.down", "move.top", "move.bottom", "app.help", "app.command-line",
    "app.messages", "app.theme", "app.mouse", "app.cancel", "app.close", "app.interrupt",
    "app.redraw", "app.suspend", "app.quit",
  ]

  package func allows(_ command: String) -> Bool { Self.commands.contains(command) }

  /// Keeps a character from doing something to the panes behind, which nobody sees.
  func refuse(_ key: KeyEvent) -> EventResult {
    guard key.modifiers.isEmpty, case .character(let character) = key.key,
      !Self.passing.contains(character)
    else { return .ignored }
    context.messages.notice("\(character) does nothing before the conflict is settled.")
    return .consumed()
  }

  /// What the help lists; the view itself has a line of its keys.
  package var ownKeys: [ActionHint] {
    guard editing == nil else { return [] }
    let both = place.isText ? [ActionHint(keys: "b", "take both sides here")] : []
    let edit = place.isWritable ? [ActionHint(keys: "e", "write something else here")] : []
    return [
      ActionHint(keys: "m", "take my side here"), ActionHint(keys: "t", "take their side here"),
    ] + both + edit + [
      ActionHint(keys: "M", "take my side everywhere"),
      ActionHint(keys: "T", "take their side everywhere"),
      ActionHint(keys: "u", "undo the last decision"),
      ActionHint(keys: "o", "show or hide what was there before"),
      ActionHint(keys: "]", "go to the next place"),
      ActionHint(keys: "[", "go to the place before"),
    ]
  }

  /// The keys, as many of them as fit into a line.
  func keys(columns: Int) -> String {
    if editing != nil {
      let long = " Esc keep what you wrote   Ctrl-C discard it"
      return long.count <= columns ? long : " Esc keep   Ctrl-C discard"
    }
    let both = place.isText ? "b both  " : ""
    let edit = place.isWritable ? "e edit  " : ""
    let single = (place.isText ? " b" : "") + (place.isWritable ? " e" : "")
    let all = " m mine  t theirs  \(both)\(edit)M T all  u undo  o old  Enter save  "
    let forms = [
      "\(all)Esc decide later",
      "\(all)Esc later",
      " m mine  t theirs  \(both)\(edit)u undo  Enter save  Esc later",
      " m mine  t theirs  \(both)\(edit)Enter save  Esc later",
      " m t\(single) choose  Enter save  Esc later",
    ]
    return forms.first { $0.count <= columns } ?? forms[4]
  }
}

extension Key {
  /// Whether the key is a character.
  var isCharacter: Bool {
    if case .character = self { true } else { false }
  }
}
