extension Application {
  /// Runs the command with the given name, or says why it cannot run.
  package func run(_ name: String) {
    guard let command = registry[name] else {
      messages.error("There is no action named \(name).")
      return
    }
    settlePreview(before: command)
    guard command.needsList, workspace.list.isBeingRead || noteBesideList != nil else {
      return run(command)
    }
    performHolding("Reading the list") { [self] in
      await workspace.list.finishReading()
      if let id = noteBesideList { try await bringToList(id) }
      run(command)
    }
  }

  /// Whatever is done next is done to the note that the cursor is on.
  private func settlePreview(before command: Command) {
    if command.group != .move { workspace.list.settlePreview() }
  }

  private func run(_ command: Command) {
    settlePreview(before: command)
    switch command.availability(self) {
    case .available: command.run(self)
    case .unavailable(let reason): messages.notice(reason)
    }
  }
}
