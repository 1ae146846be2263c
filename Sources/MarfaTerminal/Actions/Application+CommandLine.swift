/// The line for an action's name, or for what vi's command mode knows.
extension Application {
  /// Asks for an action by name; Up brings earlier ones back.
  package func openCommandLine() {
    // As in vi, what is selected is what the line acts on.
    let isSelecting = workspace.note.session?.editor.mode.isVisual ?? false
    compositor.push(
      LinePrompt(
        application: self, title: ":", text: isSelecting ? "'<,'>" : "", history: commandHistory,
        remark: { [self] in commandRemark(for: $0) },
        completions: { [self] in commandNames(for: $0) }
      ) { [self] line in
        commandHistory.add(line)
        runLine(line)
      })
  }

  /// The actions that a text may become: those that begin with it, then those that contain it.
  private func commandNames(for text: String) -> [String] {
    let names = registry.names.sorted()
    return names.filter { $0.hasPrefix(text) }
      + names.filter { !$0.hasPrefix(text) && $0.contains(text) }
  }

  /// What the only action does that a text may become, or which ones there are.
  private func commandRemark(for text: String) -> String {
    let names = registry[text].map { [$0.name] } ?? commandNames(for: text)
    guard names.count == 1, let command = registry[names[0]] else {
      return names.isEmpty ? "" : "Tab: \(names.joined(separator: "  "))"
    }
    return command.name == text ? command.summary : "\(command.name): \(command.summary)"
  }

  /// Runs what was typed on the command line: an action's name, or the start of just one; or what
  /// vi's command mode knows, on the note that is edited.
  func runLine(_ line: String) {
    let name = line.split(separator: " ").first.map(String.init) ?? ""
    guard !name.isEmpty else { return }
    if registry[name] != nil { return run(name) }
    if runViLine(line.trimmingPrefix(while: \.isWhitespace)) { return }
    let candidates = registry.names.filter { $0.contains(name) }.sorted()
    switch candidates.count {
    case 1: run(candidates[0])
    case 0: messages.error("There is no action named \(name). Space Space lists them all.")
    default:
      messages.notice("\(name) may be \(candidates.prefix(5).joined(separator: ", ")).")
    }
  }

  /// Saves, leaves, quits, or acts on the edited text; whether the line is one of vi's.
  ///
  /// While a note is edited, `:q` leaves the editor, as it leaves a window in vi; else the program.
  private func runViLine(_ line: Substring) -> Bool {
    let note = workspace.note
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
}
