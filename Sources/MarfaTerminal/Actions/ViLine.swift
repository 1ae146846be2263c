/// What is said of a line of vi's command mode that is not understood.
enum ViLine {
  private static let global =
    ":g/text/command, where the command is s, d, y, m, t, j, pu, normal, >, < or gq"

  /// How the commands that there are are written, by their names.
  private static let forms = [
    "s": ":s/old/new/ with the flags g, c, i and I",
    "substitute": ":s/old/new/ with the flags g, c, i and I",
    "g": global, "global": global, "v": global, "vglobal": global,
    "m": ":m line, as in :m$ or :m'a", "move": ":m line, as in :m$ or :m'a",
    "t": ":t line, as in :t. or :t0", "co": ":t line, as in :t. or :t0",
    "copy": ":t line, as in :t. or :t0",
    "norm": ":normal keys", "normal": ":normal keys",
    "d": ":d register", "y": ":y register", "pu": ":pu register", "k": ":k letter",
  ]

  /// Commands of vi that there are not, and what does it here.
  private static let others = [
    "set": "Settings are in config.yaml: `marfa config edit` opens it.",
    "e": "Space f goes to another note.", "edit": "Space f goes to another note.",
    "r": "An editor of your own reads files: E opens it.",
    "map": "Keys are in keys.yaml, beside config.yaml.",
    "nmap": "Keys are in keys.yaml, beside config.yaml.",
    "colorscheme": "The action app.theme chooses a theme.",
    "help": "? lists what the keys do here.", "h": "? lists what the keys do here.",
    "sort": "Lines are not sorted here.", "!": "No program is run from here.",
  ]

  /// The sentence for a line that is none of ours; nil when it does not look like one of vi's.
  static func complaint(about line: some StringProtocol) -> String? {
    let addresses: Set<Character> = ["%", ".", ",", "$", "+", "-", "?", "'", "/"]
    let word = line.drop { addresses.contains($0) || $0.isNumber || $0.isWhitespace }
    let name = word.first == "!" ? "!" : String(word.prefix(while: \.isLetter))
    if let form = forms[name] { return "This is not understood. The form is \(form)." }
    if let other = others[name] { return "There is no :\(name). \(other)" }
    guard word.startIndex > line.startIndex else { return nil }
    return "There is no :\(name.isEmpty ? String(word) : name) for lines; there are "
      + "s, g, v, d, y, m, t, j, k, pu, normal, >, <, gq."
  }
}
