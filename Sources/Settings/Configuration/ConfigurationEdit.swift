import MarfaModel

/// Changes one option in the text of `config.yaml` and keeps everything else, comments included.
package enum ConfigurationEdit {
  /// Why an option was not changed.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no such option; the text says what was perhaps meant.
    case unknownOption(name: String, hint: String)
    /// The value is not one of the option's; the text completes a sentence begun by its name.
    case invalidValue(name: String, problem: String)
    /// The file is not YAML to begin with.
    case unreadable(Diagnostic)
    /// The file is laid out in a way that cannot be changed safely.
    case needsHand(name: String)
  }

  /// The text with an option set.
  ///
  /// The result is read back: it must give the asked value and leave every other option as it was.
  ///
  /// - Parameters:
  ///   - name: The option's dotted name.
  ///   - value: The value as typed: YAML, or bare text for options that hold text.
  ///   - text: The file's content; empty for a new file.
  ///   - themes: The names of the themes that there are; nil accepts any.
  /// - Returns: The new content, ending in a line break.
  /// - Throws: The failure; there is no partial result.
  package static func setting(
    _ name: String, to value: String, in text: String, themes: [String]? = nil
  ) throws(Failure) -> String {
    let names = ConfigurationOption.all.map(\.name)
    guard let option = ConfigurationOption.named(name) else {
      if ConfigurationOption.credentialProblem(name) != nil {
        throw .unknownOption(
          name: name, hint: "; `marfa login` stores the key, and no file of settings holds it.")
      }
      throw .unknownOption(name: name, hint: Spelling.hint(for: name, among: names))
    }
    let wanted = try parsed(value, for: option)
    if option.isText, ["null", "~"].contains(value) {
      // Taken as text it would be a word that nobody meant.
      throw .invalidValue(
        name: name, problem: "needs a value; `marfa config unset \(name)` removes it")
    }
    if let problem = option.problem(with: wanted) {
      throw .invalidValue(name: name, problem: problem)
    }
    var expected = try configuration(in: text)
    option.assign(&expected, wanted)
    if option.isTheme, let themes { try check(expected.theme, themes) }
    let result = try edited(text, option: option, value: option.text(expected))
    guard let actual = try? configuration(in: result), actual == expected else {
      // An unreadable result is the same to the caller as a wrong one: nothing is written.
      throw .needsHand(name: name)
    }
    return result
  }

  /// The text without an option.
  ///
  /// The result is read back: the option must have its default, and every other one be as it was.
  ///
  /// - Parameters:
  ///   - name: The option's dotted name.
  ///   - text: The file's content.
  /// - Returns: The new content; the same text when the option is not in it.
  /// - Throws: The failure; there is no partial result.
  package static func removing(_ name: String, from text: String) throws(Failure) -> String {
    guard let option = ConfigurationOption.named(name) else {
      let names = ConfigurationOption.all.map(\.name)
      throw .unknownOption(name: name, hint: Spelling.hint(for: name, among: names))
    }
    let before = try configuration(in: text)
    var result = text
    // A text that is not YAML any more is refused below, where the result is read back.
    while let root = try? YAMLDocument.parse(result, file: "config.yaml"),
      let found = entry(named: name, in: root, prefix: "")
    {
      let group = name.split(separator: ".").first.flatMap { key in
        (root.mapping ?? []).first { $0.key == key && $0.value.mapping?.count == 1 }
      }
      var lines = YAMLLines(result)
      // A group without entries would be a mistake of its own.
      guard lines.remove(found.key == name ? found : group ?? found) else {
        throw .needsHand(name: name)
      }
      result = lines.text
    }
    let after = try configuration(in: result)
    let isKept = ConfigurationOption.all.allSatisfy { other in
      other.text(after) == other.text(other.name == name ? Configuration() : before)
    }
    // The text of an option says all of it.
    guard isKept, option.text(after) == option.text(Configuration()) else {
      throw .needsHand(name: name)
    }
    return result
  }

  private static func check(_ choice: ThemeChoice, _ themes: [String]) throws(Failure) {
    guard let name = choice.names.first(where: { !themes.contains($0) }) else { return }
    let list = themes.map { "'\($0)'" }.joined(separator: ", ")
    throw .invalidValue(
      name: "theme",
      problem: "cannot be '\(name)' (available: \(list))"
        + Spelling.hint(for: name, among: themes))
  }

  private static func parsed(
    _ value: String, for option: ConfigurationOption
  ) throws(Failure) -> YAMLValue {
    let start = SourcePosition(line: 1, column: 1)
    if option.isText { return YAMLValue(.scalar(value, isQuoted: true), at: start) }
    do {
      return try YAMLDocument.parse(value, file: option.name)
    } catch {
      throw .invalidValue(name: option.name, problem: "cannot be read: \(error.diagnostic.message)")
    }
  }

  private static func configuration(in text: String) throws(Failure) -> Configuration {
    let (configuration, diagnostics) = ConfigurationReader.read(text, file: "config.yaml")
    do {
      _ = try YAMLDocument.parse(text, file: "config.yaml")
    } catch {
      throw .unreadable(diagnostics.first ?? error.diagnostic)
    }
    return configuration
  }

  // MARK: - Text

  private static func edited(
    _ text: String, option: ConfigurationOption, value: String
  ) throws(Failure) -> String {
    var lines = YAMLLines(text)
    let root: YAMLValue
    do {
      root = try YAMLDocument.parse(text, file: "config.yaml")
    } catch {
      throw .unreadable(error.diagnostic)
    }
    if let entry = entry(named: option.name, in: root, prefix: "") {
      lines.replaceValue(of: entry, with: value)
    } else {
      insert(option.name, value, root: root, lines: &lines)
    }
    return lines.text
  }

  /// The last entry of a name, since the last one wins.
  private static func entry(
    named name: String, in mapping: YAMLValue, prefix: String
  ) -> YAMLValue.Entry? {
    for entry in (mapping.mapping ?? []).reversed() {
      let path = prefix + entry.key
      if path == name { return entry }
      if name.hasPrefix(path + "."),
        let inner = Self.entry(named: name, in: entry.value, prefix: path + ".")
      {
        return inner
      }
    }
    return nil
  }

  private static func insert(
    _ name: String, _ value: String, root: YAMLValue, lines: inout YAMLLines
  ) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return lines.append("\(name): \(value)") }
    guard let group = root.mapping?.first(where: { $0.key == parts[0] }) else {
      return lines.append("\(parts[0]):\n  \(parts[1]): \(value)")
    }
    let column = group.value.mapping?.first?.position.column ?? group.position.column + 2
    let indentation = String(repeating: " ", count: column - 1)
    lines.insert("\(indentation)\(parts[1]): \(value)", afterLine: group.position.line)
  }
}
