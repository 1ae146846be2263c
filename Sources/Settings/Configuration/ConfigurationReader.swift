import MarfaModel

/// Turns the text of `config.yaml` into a configuration and remarks.
///
/// Whatever is wrong, there is a configuration: a bad value leaves its default, an unknown key is
/// ignored, a text that is not YAML leaves all defaults.
package struct ConfigurationReader {
  /// What was read so far.
  package private(set) var configuration: Configuration
  /// The remarks in the order of the text.
  package private(set) var diagnostics: [Diagnostic] = []
  private let file: String

  private init(file: String, _ defaults: Configuration) {
    self.file = file
    configuration = defaults
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - file: Its name for remarks.
  ///   - defaults: What holds where the text says nothing.
  /// - Returns: The configuration and the remarks, by place.
  package static func read(
    _ text: String, file: String, over defaults: Configuration = Configuration()
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var reader = ConfigurationReader(file: file, defaults)
    let (root, problems) = YAMLDocument.read(text, file: file)
    if let root { reader.read(root) }
    reader.diagnostics = (problems + reader.diagnostics).byPlace
    return (reader.configuration, reader.diagnostics)
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: SourcePosition
  ) {
    diagnostics.append(
      Diagnostic(severity, file: file, position: position, message: message))
  }

  // MARK: - Walking

  private mutating func read(_ root: YAMLValue) {
    if root.isNull { return }
    guard let entries = root.mapping else {
      report(.error, "expected options as 'name: value', found \(root.kindName)", at: root.position)
      return
    }
    for entry in entries { read(entry, prefix: "") }
    let place = entries.last { $0.key == "server" || $0.key == "server.url" }?.position
    for problem in configuration.contradictions {
      report(.error, problem, at: place ?? root.position)
    }
  }

  private mutating func read(_ entry: YAMLValue.Entry, prefix: String) {
    let name = prefix + entry.key
    if let option = ConfigurationOption.named(name) {
      assign(entry.value, to: option, key: entry.position)
    } else if ConfigurationOption.all.contains(where: { $0.name.hasPrefix(name + ".") }) {
      readGroup(entry, name: name)
    } else if let problem = ConfigurationOption.credentialProblem(name) {
      report(.error, problem, at: entry.position)
    } else {
      let names = ConfigurationOption.all.map(\.name)
      report(
        .warning, "unknown option '\(name)'" + Spelling.hint(for: name, among: names),
        at: entry.position)
    }
  }

  private mutating func readGroup(_ entry: YAMLValue.Entry, name: String) {
    if entry.value.isNull { return }
    guard let entries = entry.value.mapping else {
      report(
        .error, "'\(name)' holds options, found \(entry.value.kindName)", at: entry.value.position)
      return
    }
    for inner in entries { read(inner, prefix: name + ".") }
  }

  private mutating func assign(
    _ value: YAMLValue, to option: ConfigurationOption, key: SourcePosition
  ) {
    if let problem = option.problem(with: value) {
      report(.error, "'\(option.name)' \(problem)", at: value.isNull ? key : value.position)
    } else {
      reportUnknownParts(of: value, option)
      option.assign(&configuration, value)
    }
  }

  private mutating func reportUnknownParts(of value: YAMLValue, _ option: ConfigurationOption) {
    guard option.isTheme, let entries = value.mapping else { return }
    let known = ["light", "dark", "fallback"]
    for entry in entries where !known.contains(entry.key) {
      report(
        .warning,
        "unknown background '\(entry.key)'" + Spelling.hint(for: entry.key, among: known),
        at: entry.position)
    }
  }
}

extension ConfigurationOption {
  /// Why a value cannot be used, as the rest of a sentence that begins with the option's name, or
  /// nil.
  package func problem(with value: YAMLValue) -> String? {
    if value.isNull {
      return "has no value; '#' begins a comment unless the value is in quotes"
    }
    switch kind {
    case .boolean:
      return value.boolean == nil ? "must be true or false, found \(shown(value))" : nil
    case .integer(let range):
      let isGood = value.integer.map(range.contains) ?? false
      return isGood
        ? nil
        : "must be a number from \(range.lowerBound) to \(range.upperBound), found \(shown(value))"
    case .text:
      return value.text?.isEmpty == false ? nil : "must be text, found \(shown(value))"
    case .checkedText(let problem):
      guard let text = value.text, !text.isEmpty else {
        return "must be text, found \(value.kindName)"
      }
      return problem(text)
    case .choice(let words): return problem(with: value, choices: words)
    case .theme: return themeProblem(with: value)
    case .searches: return searchesProblem(with: value)
    }
  }

  private func problem(with value: YAMLValue, choices: [String]) -> String? {
    let isBoolean = value.boolean != nil && choices.contains("true")
    guard !isBoolean, value.text.map(choices.contains) != true else { return nil }
    let list = choices.map { "'\($0)'" }.joined(separator: ", ")
    let hint = value.text.map { Spelling.hint(for: $0, among: choices) } ?? ""
    return "must be one of \(list), found \(shown(value))" + hint
  }

  private func themeProblem(with value: YAMLValue) -> String? {
    if let name = value.text {
      return name.isEmpty || name.contains("/") ? "must be a theme's name" : nil
    }
    guard let entries = value.mapping, entries.allSatisfy({ $0.value.text?.isEmpty == false })
    else { return "must be a theme's name or {light, dark, fallback}, found \(value.kindName)" }
    return nil
  }

  private func searchesProblem(with value: YAMLValue) -> String? {
    guard let entries = value.mapping else {
      return "must be queries as 'name: query', found \(shown(value))"
    }
    let bad = entries.first { $0.value.text == nil || $0.value.isNull || $0.key.isEmpty }
    return bad.map { "has no query for '\($0.key)' (line \($0.position.line))" }
  }

  private func shown(_ value: YAMLValue) -> String {
    value.text.map { "'\($0)'" } ?? value.kindName
  }
}
