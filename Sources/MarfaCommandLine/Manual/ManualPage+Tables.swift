import MarfaSDK
import Settings

/// The pages that are made of the tables of options and keys.
extension ManualPage {
  /// What `config.yaml` may hold: marfa-config(5).
  static var configurationFile: ManualPage {
    let rows = ConfigurationOption.all.map { option in
      let value = option.text(Configuration())
      let standard = value.isEmpty ? "unset" : value
      return (
        name: option.name,
        meaning: "\(option.summary) Values: \(values(of: option.kind)). Default: \(standard)."
      )
    }
    return ManualPage(
      name: "marfa-config", section: 5, summary: "the configuration of marfa",
      parts: [
        Part(
          heading: "DESCRIPTION",
          paragraphs: [
            "The file is $XDG_CONFIG_HOME/marfa/config.yaml, or ~/.config/marfa/config.yaml; "
              + "`marfa config path` prints where it is. It is YAML. A dot in a name means a "
              + "level of the file: terminal.title is the entry title below terminal.",
            "The file is read again when it is saved. What is wrong in it is reported with line and "
              + "column, and everything else applies. `marfa config set` and `unset` change it and "
              + "keep its comments; `marfa config schema` prints a JSON Schema for editors.",
          ]),
        Part(heading: "OPTIONS", rows: rows),
        Part(
          heading: "SEE ALSO", paragraphs: ["marfa(1), marfa-config(1), marfa-keys(7)"]),
      ])
  }

  private static func values(of kind: ConfigurationOption.Kind) -> String {
    switch kind {
    case .boolean: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text, .checkedText: "text"
    case .choice(let words): words.joined(separator: ", ")
    case .theme: "a theme's name, or {light: …, dark: …, fallback: …}"
    case .searches: "a query for each name"
    }
  }

  /// What a query may hold: marfa-search(7).
  static var search: ManualPage {
    let words: [(name: String, meaning: String)] = [
      ("word", "notes with the word; the last word of a query may be the beginning of one"),
      ("wor*", "notes with a word that begins so"), ("\"two words\"", "notes with the words so"),
      ("^word", "notes whose title or text begins with it"),
      ("=Word", "the letters exactly as they are, in the middle of a word as well"),
      ("/regular expression/", "notes in which it matches; an i after it ignores case"),
      ("one two", "notes with both"), ("one OR two, one | two", "notes with either"),
      ("-word", "notes without it"), ("( )", "what is inside counts as one"),
      ("@name", "the query of a saved search"),
    ]
    return ManualPage(
      name: "marfa-search", section: 7, summary: "the queries of marfa",
      parts: [
        Part(
          heading: "DESCRIPTION",
          paragraphs: [
            "The filter of the list (/), the search (Ctrl-f), saved searches, `marfa list` and `marfa "
              + "search` read the same queries. Letters are compared without case and accents. No "
              + "query is an error: what means nothing is looked for as it is, and a hint says so."
          ]),
        Part(heading: "WORDS", rows: words),
        Part(
          heading: "FIELDS",
          paragraphs: ["Put a value with spaces in double quotes: in:\"House/My garden\"."],
          rows: SearchSyntax.fields.map { (name: $0.name + ":", meaning: $0.meaning) }),
        Part(
          heading: "DATES",
          paragraphs: [
            "today, yesterday, last week, 2026-11-23, 2026-11, 2026, -3d and the like; with < or > "
              + "before it, before or after that."
          ]),
        Part(heading: "SEE ALSO", paragraphs: ["marfa(1), marfa-search(1), marfa-keys(7)"]),
      ])
  }

  /// The keys in each place, and how to change them: marfa-keys(7).
  static var keys: ManualPage {
    let vim = DefaultKeymap.bindings(for: .vim)
    let own = DefaultKeymap.bindings(for: .plain).filter { !vim.contains($0) }
    let places = KeyContext.allCases.compactMap { part(of: $0, vim, heading: $0.rawValue) }
    let plain = KeyContext.allCases.compactMap {
      part(of: $0, own, heading: "plain preset: \($0.rawValue)")
    }
    return ManualPage(
      name: "marfa-keys", section: 7, summary: "the keys of marfa and how to change them",
      parts: [
        Part(
          heading: "DESCRIPTION",
          paragraphs: [
            "Each place has its own keys; those of global work in every place where no text is "
              + "typed. Keys are followed by the name of the action, which the palette (Space Space), "
              + "the command line (:) and `marfa exec` use as well. ? lists the keys of the place.",
            "The file keys.yaml next to config.yaml changes them: for each place, keys and the "
              + "action, such as list: {ctrl-t: note.tags}. Keys that follow each other are "
              + "separated by spaces; the action unbind takes a key away.",
            "The part commands of keys.yaml has shell commands of your own by name, such as commands: "
              + "{words: 'wc -w < \"$NOTE_FILE\"'}, which the action run.words runs on the selected "
              + "note. They find its id in NOTE_ID, its title in NOTE_TITLE and a copy of its text in "
              + "the file NOTE_FILE, and are ended after 30 s. With {run: …, summary: …, output: …} "
              + "the output is popup, terminal or none.",
            "The keys of the editor are those of vi; F1 lists them while you edit, and a box shows "
              + "what may follow the first keys of a longer command.",
          ])
      ] + places + plain + [textObjects] + [
        Part(heading: "SEE ALSO", paragraphs: ["marfa(1), marfa-config(5)"])
      ])
  }

  /// What d, c, y and the other operators of the editor take, and v selects.
  ///
  /// A test compares the signs with the editor's own table.
  private static var textObjects: Part {
    let signs = [
      ("w", "a word"), ("W", "a word up to white space"), ("s", "a sentence"),
      ("p", "a paragraph"), ("\"", "text in double quotes"), ("'", "text in single quotes"),
      ("`", "text in backticks"), ("(, ), b", "text in parentheses"),
      ("[, ]", "text in square brackets"), ("{, }, B", "text in braces"),
      ("<, >", "text in angle brackets"), ("h", "a heading with its section"),
      ("l", "an item of a list"), ("c", "a fenced block of code"), ("k", "a link"),
    ]
    return Part(
      heading: "TEXT OBJECTS",
      paragraphs: [
        "After an operator such as d, c or y, and after v, i takes what is inside and a what is "
          + "around it, too: ciw changes a word, dah removes a section, yic copies a block of code."
      ], rows: signs.map { (name: "i or a, then \($0)", meaning: $1) })
  }

  private static func part(
    of context: KeyContext, _ bindings: [Keymap.Binding], heading: String
  ) -> Part? {
    var keys: [String: [String]] = [:]
    var order: [String] = []
    for binding in bindings where binding.context == context {
      if keys[binding.command] == nil { order.append(binding.command) }
      keys[binding.command, default: []].append(binding.keys.displayName)
    }
    guard !order.isEmpty else { return nil }
    return Part(
      heading: heading.uppercased(),
      rows: order.map { (name: (keys[$0] ?? []).joined(separator: ", "), meaning: $0) })
  }
}
