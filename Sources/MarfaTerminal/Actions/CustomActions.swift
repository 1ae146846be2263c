import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers

/// Running the person's own shell commands on the selected note.
@MainActor struct CustomActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Runs a command; the first time its text is shown and asked about.
  func run(_ command: CustomCommand) {
    guard let row = workspace.selectedNote else { return }
    guard !context.memory.trustedCommands.contains(command.shell) else {
      return start(command, on: row)
    }
    boxes.confirm(
      "Run this shell command on the note, now and later without asking?   \(command.shell)",
      key: "y", label: "run it"
    ) {
      context.memory.trustedCommands.insert(command.shell)
      start(command, on: row)
    }
  }

  private func start(_ command: CustomCommand, on row: ListedItem) {
    workspace.note.saveNow()
    let work: @MainActor () async throws -> Void = {
      let note = try await context.client.store.noteText(id: row.id)
      try await NoteProgram.withFile(note.body) { file in
        let variables = NoteProgram.variables(id: row.id, title: row.title, file: file)
        let environment = context.settings.environment.merging(variables) { _, new in new }
        if command.output == .terminal {
          let status = try await context.host.runProgram(
            ["/bin/sh", "-c", command.shell], environment: environment)
          return tell(command, NoteProgram.Outcome(status: status, output: ""))
        }
        show(command, try await NoteProgram(command.shell, environment: environment).run())
      }
    }
    let purpose = "Running \(command.name)"
    // Only one program can have the terminal.
    if command.output == .terminal { return context.work.performAlone(purpose, work) }
    context.work.performEndable(purpose, called: command.name, work)
  }

  /// Shows what a command printed.
  private func show(_ command: CustomCommand, _ outcome: NoteProgram.Outcome) {
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = (outcome.output.hasSuffix("\n") ? lines.dropLast() : lines[...]).enumerated().map {
      PickerRow(id: String($0), title: String($1))
    }
    let hasOutput = !outcome.output.allSatisfy(\.isWhitespace)
    if hasOutput, command.output == .popup || outcome.status != 0 {
      boxes.pick(
        command.name, width: .full,
        from: FixedRows(rows) { context.copy($0.title, called: "Line") })
      context.host.requestFrame()
    }
    tell(command, outcome)
  }

  private func tell(_ command: CustomCommand, _ outcome: NoteProgram.Outcome) {
    switch outcome.status {
    case 0?: context.messages.notice("\(command.name) is done.")
    case let status?: context.messages.error("\(command.name) failed with exit code \(status).")
    case nil:
      context.messages.error(
        "\(command.name) was ended: it took longer than 30 s or printed more than 256 kB.")
    }
  }
}
