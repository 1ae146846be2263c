import MarfaModel

/// Applies `keys.yaml` to a preset.
///
/// The file is a mapping of contexts to mappings of keys to command names; the name `unbind` frees
/// keys. Under `commands` it has shell commands of the person's own. Each bad line is reported and
/// left out; the rest works.
package struct KeymapReader {
  private var changes: [Keymap.Change]
  /// What the keys do after the changes, for remarks.
  private var current: Keymap
  private var diagnostics: [Diagnostic] = []
  /// Where the file bound each sequence.
  private var written: [KeyContext: [ChordSequence: SourcePosition]] = [:]
  private let file: String
  private var commands: [String]
  private var customCommands: [CustomCommand] = []

  private init(changes: [Keymap.Change], file: String, commands: [String]) {
    self.changes = changes
    current = Keymap(changes: changes)
    self.file = file
    self.commands = commands
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The content of `keys.yaml`.
  ///   - file: Its name for remarks.
  ///   - preset: The keys that it changes.
  ///   - commands: The names that may be bound.
  /// - Returns: The keymap and the remarks, by place.
  package static func read(
    _ text: String, file: String, preset: EditingPreset,
    commands: [String] = DefaultKeymap.commandNames
  ) -> (keymap: Keymap, diagnostics: [Diagnostic]) {
    var reader = KeymapReader(
      changes: DefaultKeymap.bindings(for: preset).map(Keymap.Change.bind), file: file,
      commands: commands)
    let (root, problems) = YAMLDocument.read(text, file: file)
    if let root { reader.read(root) }
    reader.diagnostics = (problems + reader.diagnostics).byPlace
    var keymap = Keymap(changes: reader.changes)
    keymap.customCommands = reader.customCommands
    return (keymap, reader.diagnostics)
  }

  /// Reads the file, if there is one.
  ///
  /// - Parameters:
  ///   - path: Of `keys.yaml`, whether it exists or not.
  ///   - preset: The keys that it changes.
  /// - Returns: The keymap, that of the preset where the file cannot be used, and the remarks.
  package static func load(
    _ path: String, preset: EditingPreset
  ) -> (keymap: Keymap, diagnostics: [Diagnostic]) {
    switch ConfigurationText.read(path) {
    case .missing: (DefaultKeymap.keymap(for: preset), [])
    case .failed(let problem): (DefaultKeymap.keymap(for: preset), [problem])
    case .text(let text): read(text, file: path, preset: preset)
    }
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: SourcePosition
  ) {
    diagnostics.append(Diagnostic(severity, file: file, position: position, message: message))
  }

  // MARK: - Walking

  private mutating func read(_ root: YAMLValue) {
    if root.isNull { return }
    guard let entries = root.mapping else {
      return report(
        .error, "expected contexts as 'list:', found \(root.kindName)", at: root.position)
    }
    // Keys may be bound above the commands that they run.
    for entry in entries where entry.key == Self.commandsKey { readCommands(entry.value) }
    for entry in entries where entry.key != Self.commandsKey {
      guard let context = KeyContext(rawValue: entry.key) else {
        let names = KeyContext.allCases.map(\.rawValue) + [Self.commandsKey]
        report(
          .warning, "unknown context '\(entry.key)'" + Spelling.hint(for: entry.key, among: names),
          at: entry.position)
        continue
      }
      read(entry.value, in: context)
    }
  }

  private mutating func read(_ value: YAMLValue, in context: KeyContext) {
    if value.isNull { return }
    guard let entries = value.mapping else {
      return report(
        .error, "'\(context.rawValue)' holds 'keys: command', found \(value.kindName)",
        at: value.position)
    }
    for entry in entries {
      do {
        let keys = try ChordSequence(parsing: entry.key)
        bind(keys, entry, in: context)
      } catch {
        let word = error.word.isEmpty ? "an empty text is" : "'\(error.word)' is"
        report(.error, "\(word) not a key", at: entry.position)
      }
    }
  }

  private mutating func bind(
    _ keys: ChordSequence, _ entry: YAMLValue.Entry, in context: KeyContext
  ) {
    guard let command = entry.value.text, !entry.value.isNull else {
      let message = "'\(entry.key)' needs a command's name or 'unbind'"
      return report(.error, message, at: entry.value.isNull ? entry.position : entry.value.position)
    }
    guard command == "unbind" || commands.contains(command) else {
      let hint = Spelling.hint(for: command, among: commands + ["unbind"])
      return report(.error, "unknown command '\(command)'" + hint, at: entry.value.position)
    }
    if let first = written[context]?[keys] {
      let message = "'\(keys)' is already bound in line \(first.line); this one is ignored"
      return report(.error, message, at: entry.position)
    }
    reportTwin(of: keys, at: entry.position)
    if command == "unbind" {
      unbind(keys, in: context, at: entry.position)
    } else {
      reportHidden(by: keys, in: context, at: entry.position)
      apply(.bind(Keymap.Binding(context: context, keys: keys, command: command)))
    }
    written[context, default: [:]][keys] = entry.position
  }

  private mutating func unbind(
    _ keys: ChordSequence, in context: KeyContext, at place: SourcePosition
  ) {
    let chords = keys.chords
    let pending = Array(chords.dropLast())
    let found = chords.last.map { current.lookup(context, pending: pending, $0) }
    let isBound = found != Keymap.Lookup.none
    if !isBound { report(.warning, "'\(keys)' is not bound here", at: place) }
    apply(.unbind(context, keys))
  }

  private mutating func apply(_ change: Keymap.Change) {
    changes.append(change)
    if change.context == .global {
      // Places that bind the same keys themselves keep theirs, so everything is made again.
      current = Keymap(changes: changes)
    } else {
      current.apply(change)
    }
  }

  // MARK: - Commands of the person's own

  private static let commandsKey = "commands"

  private mutating func readCommands(_ value: YAMLValue) {
    if value.isNull { return }
    guard let entries = value.mapping else {
      return report(
        .error, "'\(Self.commandsKey)' holds 'name: shell command', found \(value.kindName)",
        at: value.position)
    }
    for entry in entries {
      guard CustomCommand.isName(entry.key) else {
        report(
          .error, "'\(entry.key)' is not a name: letters, digits and dashes", at: entry.position)
        continue
      }
      guard let command = command(entry) else { continue }
      customCommands.append(command)
      commands.append(command.action)
    }
  }

  private mutating func command(_ entry: YAMLValue.Entry) -> CustomCommand? {
    if let shell = entry.value.text, !entry.value.isNull {
      return CustomCommand(name: entry.key, shell: shell)
    }
    let fields = entry.value.mapping ?? []
    let names = ["run", "summary", "output"]
    for field in fields where !names.contains(field.key) {
      report(
        .warning, "unknown entry '\(field.key)'" + Spelling.hint(for: field.key, among: names),
        at: field.position)
    }
    func text(_ name: String) -> YAMLValue? { fields.first { $0.key == name }?.value }
    guard let shell = text("run")?.text, !shell.isEmpty else {
      report(.error, "'\(entry.key)' needs 'run: shell command'", at: entry.position)
      return nil
    }
    var command = CustomCommand(name: entry.key, shell: shell, summary: text("summary")?.text)
    if let output = text("output") {
      if let found = output.text.flatMap(CustomCommand.Output.init(rawValue:)) {
        command.output = found
      } else {
        let words = CustomCommand.Output.allCases.map(\.rawValue).joined(separator: ", ")
        report(.error, "'output' is one of \(words)", at: output.position)
      }
    }
    return command
  }

  // MARK: - Remarks

  /// Says when a binding makes others unreachable: a prefix of it, or those it is a prefix of.
  private mutating func reportHidden(
    by keys: ChordSequence, in context: KeyContext, at place: SourcePosition
  ) {
    let hidden = current.bindings(hiddenBy: keys, in: context)
    guard let first = hidden.first else { return }
    let rest = hidden.count > 1 ? " and \(hidden.count - 1) more" : ""
    report(
      .warning, "'\(keys)' hides '\(first.keys)' (\(first.command))\(rest)", at: place)
  }

  private mutating func reportTwin(of keys: ChordSequence, at place: SourcePosition) {
    for chord in keys.chords {
      guard let twin = chord.twin else { continue }
      report(.warning, "most terminals report '\(chord)' as '\(twin)'", at: place)
    }
  }
}
