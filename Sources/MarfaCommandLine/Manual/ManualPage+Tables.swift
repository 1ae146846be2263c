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
              + "`marfa config path` prints where it is. It is YAML. A dot in a name stands for a "
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
            "The keys of the editor are those of vi; F1 lists them while you edit.",
          ])
      ] + places + plain + [
        Part(heading: "SEE ALSO", paragraphs: ["marfa(1), marfa-config(5)"])
      ])
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
