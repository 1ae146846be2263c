/// Runs commands by their names.
extension Actions {
  /// Runs the command with the given name, or says why it cannot run.
  func run(_ name: String) {
    guard let command = command(named: name) else {
      context.messages.error("Unknown action “\(name)”.")
      return
    }
    settlePreview(before: command)
    let isUnknown = workspace.list.isBeingRead || workspace.noteBesideList != nil
    guard command.list == .selection, isUnknown else { return run(command) }
    context.work.performHolding("Reading the list") {
      await workspace.list.finishReading()
      if let id = workspace.noteBesideList { try await navigation.bringToList(id) }
      settlePreview(before: command)
      run(command)
    }
  }

  /// What the command with the given name does, in a few words; nil without such a command.
  func summary(of name: String) -> String? { command(named: name)?.summary }

  /// Whatever is done next is done to the note that the cursor is on.
  private func settlePreview(before command: Command) {
    if command.group != .move { workspace.list.settlePreview() }
  }

  private func run(_ command: Command) {
    switch command.availability(self) {
    case .available: command.run(self)
    case .unavailable(let reason): context.messages.notice(reason)
    }
  }
}
