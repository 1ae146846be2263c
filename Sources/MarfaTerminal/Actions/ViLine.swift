import Editor

/// What is said of a line of vi's command mode that is not understood.
enum ViLine {
  /// How the commands that there are are written, by their names.
  private static let forms = [
    "s": substitution, "substitute": substitution, "g": global, "global": global, "v": global,
    "vglobal": global, "m": "The form is :m line, as in :m$ or :m'a.",
    "move": "The form is :move line, as in :move $.", "t": "The form is :t line, as in :t. or :t0.",
    "co": "The form is :co line, as in :co$.", "copy": "The form is :copy line, as in :copy $.",
    "norm": "The form is :normal keys.", "normal": "The form is :normal keys.",
    "d": "The form is :d register.", "y": "The form is :y register.",
    "pu": "The form is :pu register.", "k": "The form is :k letter.", "sor": sorting,
    "sort": sorting,
  ]

  private static let substitution =
    "The form is :s/old/new/ with the flags g, c and i; capitals count without i."
  private static let sorting = "The form is :sort or :sort! with n, i and u behind it."
  private static let global = "After :g/text/ comes s, d, y, m, t, j, pu, normal, >, < or gq."

  /// Commands of vi that there are not, and what does it here.
  private static let others = [
    "set": "settings are in config.yaml (marfa config edit).",
    "e": "Space f goes to another note.", "edit": "Space f goes to another note.",
    "r": "an editor of your own, which E opens, reads files.",
    "map": "keys are in keys.yaml, beside config.yaml.",
    "nmap": "keys are in keys.yaml, beside config.yaml.",
    "colorscheme": "app.theme chooses a theme.", "help": "? lists what the keys do.",
    "h": "? lists what the keys do.",
    "!": "no program is run from here.",
  ]

  /// Whether a word is the name of one of vi's commands for lines that there are.
  static func isForLines(_ word: String) -> Bool { forms[word] != nil }

  /// What of the text behind `:sort` is none of its letters; nil when all are.
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
      return "Behind a | comes another command for lines, which asks nothing before the last."
    }
    if name == "sort" || name == "sor",
      let argument = unknownOrder(String(word.dropFirst(name.count)))
    {
      return "There is no \"\(argument)\" of :sort. " + sorting
    }
    if let form = forms[name] { return form }
    if let other = others[name] { return "There is no :\(name): \(other)" }
    guard word.startIndex > line.startIndex else { return nil }
    return "There is no :\(name.isEmpty ? String(word) : name) for lines; "
      + "there are s g v d y m t j k pu sort normal > < gq."
  }
}
