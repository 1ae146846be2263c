import Editor
import Foundation
import TerminalLayers

/// The line for an action's name, or for what vi's command mode knows.
@MainActor struct CommandPrompt {
  let actions: Actions

  private var context: Context { actions.context }
  private var names: [String] { actions.commands.map(\.name) }

  /// Asks for an action by name; Up brings earlier ones back.
  func open() {
    // As in vi, what is selected is what the line acts on.
    let isSelecting = actions.workspace.note.session?.editor.mode.isVisual ?? false
    let theme = context.settings.theme
    actions.layers.push(
      LinePrompt(
        context: context, title: ":", text: isSelecting ? "'<,'>" : "",
        history: context.memory.commands,
        remark: { commandRemark(for: $0) },
        completions: { commandCompletions(for: $0) },
        changed: { line in
          context.settings.show(theme)
          previewArgument(of: line)
        }, cancelled: { context.settings.show(theme) }
      ) { line in
        context.settings.show(theme)
        context.memory.commands.add(line)
        runLine(line)
      })
  }

  // MARK: - While it is typed

  /// An action's name with the word after it, when the action knows such words.
  private struct ArgumentLine {
    var command: Command
    var argument: CommandArgument
    /// The name as it was typed, with the space.
    var head: String
    /// The word, as far as it is typed.
    var word: String
  }

  private func argumentLine(_ line: String) -> ArgumentLine? {
    guard let space = line.firstIndex(of: " "),
      let command = command(named: String(line[..<space])), let argument = command.argument
    else { return nil }
    return ArgumentLine(
      command: command, argument: argument, head: String(line[...space]),
      word: line[space...].trimmingCharacters(in: .whitespaces))
  }

  /// The action with a name, or the only one whose name contains the text.
  private func command(named text: String) -> Command? {
    if let command = actions.command(named: text) { return command }
    let names = text.isEmpty ? [] : names.filter { $0.contains(text) }
    return names.count == 1 ? names.first.flatMap { actions.command(named: $0) } : nil
  }

  /// The names, or the words after one, that a text may become: those that begin with it, then
  /// those that contain it.
  private func commandCompletions(for text: String) -> [String] {
    if let line = argumentLine(text) {
      return Self.matching(line.word, among: line.argument.values(actions)).map { line.head + $0 }
    }
    return Self.matching(text, among: names.sorted())
  }

  private static func matching(_ text: String, among words: [String]) -> [String] {
    words.filter { $0.hasPrefix(text) }
      + words.filter { !$0.hasPrefix(text) && $0.contains(text) }
  }

  /// What the only action does that a text may become, or which ones there are.
  private func commandRemark(for text: String) -> String {
    if let line = argumentLine(text) {
      let words = Self.matching(line.word, among: line.argument.values(actions))
      if words.contains(line.word) { return line.command.summary }
      return words.isEmpty ? "" : "Tab: \(words.joined(separator: "  "))"
    }
    let names =
      actions.command(named: text).map { [$0.name] } ?? commandCompletions(for: text)
    guard names.count == 1, let command = actions.command(named: names[0]) else {
      return names.isEmpty ? "" : "Tab: \(names.joined(separator: "  "))"
    }
    return command.name == text ? command.summary : "\(command.name): \(command.summary)"
  }

  private func previewArgument(of line: String) {
    guard let line = argumentLine(line), line.argument.values(actions).contains(line.word) else {
      return
    }
    line.argument.preview(actions, line.word)
  }

  // MARK: - Running

  /// Runs what was typed on the command line: an action's name, or the start of just one; or what
  /// vi's command mode knows, on the note that is edited.
  func runLine(_ line: String) {
    let text = line.trimmingCharacters(in: .whitespaces)
    let name = text.split(separator: " ").first.map(String.init) ?? ""
    guard !name.isEmpty else { return }
    if let command = actions.command(named: name) { return run(command, text) }
    if runViLine(line.trimmingPrefix(while: \.isWhitespace)) { return }
    let complaint = actions.workspace.note.isEditing ? ViLine.complaint(about: line) : nil
    // What is meant for the lines of the text is not the beginning of another action's name.
    if let complaint, ViLine.isForLines(name) { return context.messages.error(complaint) }
    if let command = command(named: name) { return run(command, text) }
    if let complaint { return context.messages.error(complaint) }
    let candidates = names.filter { $0.contains(name) }.sorted()
    if candidates.isEmpty, ExCommand(text) != nil {
      context.messages.error("“\(text)” is for the lines of a note: edit one first (e).")
    } else if candidates.isEmpty {
      context.messages.error("Unknown action “\(name)”. Space Space lists all.")
    } else {
      context.messages.notice(
        "“\(name)” is ambiguous: \(candidates.prefix(5).joined(separator: ", ")).")
    }
  }

  /// As many words fit into a message; more are offered in the box of the action.
  private static let shownWords = 6

  /// Runs an action with the word after its name, if there is one and the action asks for one.
  private func run(_ command: Command, _ text: String) {
    guard let line = argumentLine(text) else { return run(command.name) }
    let words = line.argument.values(actions)
    let candidates =
      words.contains(line.word) ? [line.word] : words.filter { $0.hasPrefix(line.word) }
    guard candidates.count == 1 else {
      if words.count > Self.shownWords {
        context.messages.error("\(command.name): unknown “\(line.word)”; choose one of these.")
        return run(command.name)
      }
      let known = words.joined(separator: ", ")
      return context.messages.error(
        words.isEmpty
          ? "Nothing is named “\(line.word)” yet."
          : "\(command.name): unknown “\(line.word)”; available: \(known).")
    }
    if case .unavailable(let reason) = command.availability(actions) {
      return context.messages.notice(reason)
    }
    line.argument.choose(actions, candidates[0])
  }

  /// Saves, leaves, quits, or acts on the edited text.
  ///
  /// While a note is edited, `:q` leaves the editor, as it leaves a window in vi; else the program.
  ///
  /// - Returns: Whether the line is one of vi's.
  private func runViLine(_ line: Substring) -> Bool {
    let note = actions.workspace.note
    var word = line
    while let last = word.last, last == "!" || last.isWhitespace { word.removeLast() }
    switch word {
    case "w", "write", "wa": note.saveNow()
    case "q", "quit", "wq", "x", "xit", "exit":
      if note.isEditing { note.leave() } else { run("app.quit") }
    case "qa", "qall", "wqa", "xa": run("app.quit")
    default: return note.runInEditor(String(line))
    }
    return true
  }

  private func run(_ name: String) { context.carryOut(.run(name)) }
}
