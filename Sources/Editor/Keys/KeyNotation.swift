import TerminalUI

/// Keys written as vi writes them: `d2w<esc>`, `<c-r>`, `<s-tab>`, `<lt>` for `<`.
public enum KeyNotation {
  private static let names: [(name: String, key: Key)] = [
    ("cr", .enter), ("enter", .enter), ("return", .enter), ("esc", .escape), ("tab", .tab),
    ("bs", .backspace), ("backspace", .backspace), ("del", .delete), ("delete", .delete),
    ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
    ("home", .home), ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown),
    ("space", .character(" ")), ("lt", .character("<")), ("bar", .character("|")),
  ]

  /// Reads keys; a `<…>` that names no key is read as typed, a line feed is Enter.
  public static func keys(_ text: String) -> [KeyEvent] {
    var result: [KeyEvent] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = named(rest[rest.index(after: rest.startIndex)..<end])
      {
        result.append(key)
        rest = rest[rest.index(after: end)...]
        continue
      }
      result.append(first.isNewline ? KeyEvent(.enter) : KeyEvent(first))
      rest = rest.dropFirst()
    }
    return result
  }

  /// Writes keys, so that `keys(_:)` reads the same ones again.
  public static func text(_ keys: some Sequence<KeyEvent>) -> String {
    keys.map(text(of:)).joined()
  }

  /// Writes one key.
  public static func text(of key: KeyEvent) -> String {
    var name: String
    var isNamed = true
    switch key.key {
    case .character("<"): name = "lt"
    case .character(" ") where !key.modifiers.isEmpty: name = "space"
    case .character(let character): (name, isNamed) = (String(character), false)
    case .function(let number): name = "f\(number)"
    default: name = names.first { $0.key == key.key }?.name ?? "?"
    }
    if key.modifiers.contains(.shift) { name = "s-" + name }
    if key.modifiers.contains(.alt) { name = "a-" + name }
    if key.modifiers.contains(.control) { name = "c-" + name }
    return isNamed || !key.modifiers.isEmpty ? "<\(name)>" : name
  }

  private static func named(_ text: Substring) -> KeyEvent? {
    var modifiers: KeyModifiers = []
    var rest = text
    while rest.count > 2, rest.dropFirst().first == "-", let letter = rest.first?.lowercased() {
      switch letter {
      case "c": modifiers.insert(.control)
      case "a", "m": modifiers.insert(.alt)
      case "s": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    let lower = rest.lowercased()
    if let key = names.first(where: { $0.name == lower })?.key {
      return KeyEvent(key, modifiers: modifiers)
    }
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...35).contains(number) {
      return KeyEvent(.function(number), modifiers: modifiers)
    }
    guard !modifiers.isEmpty, rest.count == 1, let character = rest.first else { return nil }
    return KeyEvent(.character(character), modifiers: modifiers)
  }
}
