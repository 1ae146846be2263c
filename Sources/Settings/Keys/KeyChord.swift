import TerminalUI

/// One key with its modifiers, as a keymap names it.
///
/// The text form is modifiers, then the key: `g`, `G`, `ctrl-w`, `alt-o`, `shift-tab`, `space`,
/// `enter`, `esc`, `f5`. `Ctrl-`, `C-`, `A-`, `M-` and `S-` are read too, never written.
package struct KeyChord: Hashable, Sendable {
  /// The key as the terminal reports it.
  package var event: KeyEvent

  /// Brings a key press into the one form that equal keys have.
  ///
  /// Shift is dropped from characters, which say it themselves; control and a letter is lower case.
  package init(_ event: KeyEvent) {
    var event = event
    if case .character(let character) = event.key {
      if event.modifiers.contains(.shift), character != " " {
        event.modifiers.remove(.shift)
        event.key = .character(Self.single(character.uppercased()) ?? character)
      }
      if event.modifiers.contains(.control), case .character(let shifted) = event.key {
        event.key = .character(Self.single(shifted.lowercased()) ?? shifted)
      }
    }
    self.event = event
  }

  /// Reads the text form; nil when it is no key.
  package init?(parsing text: some StringProtocol) {
    var rest = Substring(text)
    var modifiers: KeyModifiers = []
    while let (modifier, length) = Self.modifier(at: rest), rest.count > length {
      guard !modifiers.contains(modifier) else { return nil }
      modifiers.insert(modifier)
      rest = rest.dropFirst(length)
    }
    guard let key = Self.key(named: String(rest)) else { return nil }
    self.init(KeyEvent(key, modifiers: modifiers))
  }

  /// The key that a terminal without an extended protocol reports in its place, or nil.
  ///
  /// Control clears the upper bits of ASCII, so these pairs are one byte
  /// (<https://man7.org/linux/man-pages/man4/console_codes.4.html>).
  package var twin: KeyChord? {
    guard event.modifiers.contains(.control), case .character(let character) = event.key else {
      return nil
    }
    let twins: [Character: Key] = ["i": .tab, "m": .enter, "[": .escape]
    return twins[character].map {
      KeyChord(KeyEvent($0, modifiers: event.modifiers.subtracting(.control)))
    }
  }

  private static func single(_ text: String) -> Character? {
    text.count == 1 ? text.first : nil
  }

  private static func modifier(at text: Substring) -> (KeyModifiers, Int)? {
    // Most keys are one letter, and every start reads hundreds of them.
    guard text.utf8.count > 2 else { return nil }
    for (name, modifier) in modifierNames {
      // As screens write it, too: Ctrl-k. Of one letter only the capital is a modifier.
      let isThere = name.count == 2 ? text.hasPrefix(name) : text.lowercased().hasPrefix(name)
      if isThere { return (modifier, name.count) }
    }
    return nil
  }

  private static func key(named name: String) -> Key? {
    if let character = single(name) { return character == " " ? nil : .character(character) }
    let lowered = name.lowercased()
    if let key = keyNames[lowered] { return key }
    guard lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...35).contains(number)
    else { return nil }
    return .function(number)
  }

  private static let modifierNames: [(String, KeyModifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift), ("C-", .control), ("A-", .alt),
    ("M-", .alt), ("S-", .shift),
  ]

  private static let keyNames: [String: Key] = [
    "space": .character(" "), "minus": .character("-"), "enter": .enter, "return": .enter,
    "esc": .escape, "escape": .escape, "tab": .tab, "backspace": .backspace, "del": .delete,
    "delete": .delete, "ins": .insert, "insert": .insert, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "pageup": .pageUp,
    "pagedown": .pageDown, "pgup": .pageUp, "pgdn": .pageDown,
  ]
}

extension KeyChord: CustomStringConvertible {
  /// The text form, which reads back as the same chord.
  package var description: String { description(key: nil) }

  /// The modifiers, and the key by another name than its own if one is given.
  func description(key: String?) -> String {
    var text = ""
    if event.modifiers.contains(.control) { text += "ctrl-" }
    if event.modifiers.contains(.alt) { text += "alt-" }
    if event.modifiers.contains(.shift) { text += "shift-" }
    return text + (key ?? name)
  }

  private var name: String {
    switch event.key {
    case .character(" "): "space"
    case .character("-"): event.modifiers.isEmpty ? "-" : "minus"
    case .character(let character): String(character)
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backspace: "backspace"
    case .delete: "del"
    case .insert: "ins"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pageup"
    case .pageDown: "pagedown"
    case .function(let number): "f\(number)"
    }
  }
}
