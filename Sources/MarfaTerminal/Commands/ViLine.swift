import Editor

/// What is said of a line of vi's command mode that is not understood.
enum ViLine {
  /// How the commands that there are are written, by their names.
  private static let forms = [
    "s": substitution, "substitute": substitution, "g": global, "global": global, "v": global,
    "vglobal": global, "m": "Use :m line, as in :m$ or :m'a.",
    "move": "Use :move line, as in :move $.", "t": "Use :t line, as in :t. or :t0.",
    "co": "Use :co line, as in :co$.", "copy": "Use :copy line, as in :copy $.",
    "norm": "Use :normal keys.", "normal": "Use :normal keys.",
    "d": "Use :d register.", "y": "Use :y register.",
    "pu": "Use :pu register.", "k": "Use :k letter.", "sor": sorting,
    "sort": sorting,
  ]

  private static let substitution =
    "Use :s/old/new/ with the flags g, c and i; it is case-sensitive without i."
  private static let sorting = "Use :sort or :sort! followed by n, i and u."
  private static let global = "Use s, d, y, m, t, j, pu, normal, >, < or gq after :g/text/."

  /// Commands of vi that there are not, and what does it here.
  private static let others = [
    "set": "settings are in config.yaml (marfa config edit).",
    "e": "Space f opens another note.", "edit": "Space f opens another note.",
    "r": "press E for your own editor.",
    "map": "keys are in keys.yaml, next to config.yaml.",
    "nmap": "keys are in keys.yaml, next to config.yaml.",
    "colorscheme": "app.theme chooses a theme.", "help": "? lists what the keys do.",
    "h": "? lists what the keys do.",
    "!": "shell commands are in keys.yaml, under commands.",
  ]

  /// Whether a word is the name of one of vi's commands for lines that there are.
  static func isForLines(_ word: String) -> Bool { forms[word] != nil }

  /// What of the text after `:sort` is none of its letters; nil when all are.
  private static func unknownOrder(_ text: String) -> String? {
    let arguments = text.split { $0 == " " || $0 == "!" }.map { String($0) }
    return arguments.first { argument in argument.contains { !"niu".contains($0) } }
  }

  /// The sentence for a line that is none of ours; nil when it does not look like one of vi's.
  static func complaint(about line: some StringProtocol) -> String? {
    let addresses: Set<Character> = ["%", ".", ",", "$", "+", "-", "?", "'", "/"]
    let word = line.drop { addresses.contains($0) || $0.isNumber || $0.isWhitespace }
    let name = word.first == "!" ? "!" : String(word.prefix(while: \.isLetter))
    if let bar = line.lastIndex(of: "|"), ExCommand(String(line[..<bar])) != nil,
      line[bar...].dropFirst().allSatisfy({ !$0.isPunctuation || $0 == "!" })
    {
      return "After | comes another command for lines; only the last one may ask."
    }
    if name == "sort" || name == "sor",
      let argument = unknownOrder(String(word.dropFirst(name.count)))
    {
      return "Unknown argument “\(argument)” of :sort. " + sorting
    }
    if let form = forms[name] { return form }
    if let other = others[name] { return "No :\(name) here; \(other)" }
    guard word.startIndex > line.startIndex else { return nil }
    return "No :\(name.isEmpty ? String(word) : name) for lines; "
      + "available: s g v d y m t j k pu sort normal > < gq."
  }
}
