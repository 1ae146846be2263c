import Foundation
import MarfaSDK
import TerminalLayers
import TerminalUI
import Workbench

/// The mouse, what is reported and for how long, and the note to practise in.
@MainActor package struct SessionActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let navigation: Navigation

  /// Turns the mouse off, so that the terminal selects text with it, or on again.
  func toggleMouse() {
    setMouse(!context.isMouseOn)
    context.messages.notice(
      context.isMouseOn
        ? "Mouse on." : "Mouse off; the terminal can select text.")
  }

  /// Turns the mouse on or off.
  package func setMouse(_ isOn: Bool) {
    context.isMouseOn = isOn
    context.host.setMouse(isEnabled: isOn)
  }

  /// Lets a notice go after its time, and rings for an error, which stays.
  ///
  /// Where nothing may move by itself a notice stays until the next key.
  func announce(_ message: MessageLog.Message) {
    if message.severity == .error { return context.ring() }
    let configuration = context.settings.configuration
    guard !configuration.reducedMotion, !context.settings.isPlain else { return }
    context.messages.expire(message, after: .seconds(configuration.messageSeconds), context.host)
  }

  /// Reports what is wrong with the settings: the status line shows the worst and how many there
  /// are, and the messages have all.
  package func tellDiagnostics() {
    let purpose = "Reading the settings"
    let problems = context.settings.diagnostics.worstFirst
    guard let worst = problems.first else { return context.messages.succeeded(purpose) }
    // A line has no room for the folder, which is known.
    let folder = context.settings.directories.configuration + "/"
    for problem in problems.dropFirst().reversed() {
      context.messages.keep(error: problem.description.replacing(folder, with: ""))
    }
    let count = problems.count == 1 ? "" : "1 of \(problems.count) problems: "
    context.messages.error(count + worst.description.replacing(folder, with: ""), of: purpose)
  }

  /// Shows what was said, newest first.
  func openMessages() {
    // The box's edges, the mark of the row and the time have the other columns.
    let wrap = WordWrap(columns: max(20, workspace.layout.status.columns - 13))
    let messages = Array(context.messages.history.reversed())
    let rows = messages.enumerated().flatMap { index, message in
      let text = message.text.replacing("\n", with: " ")
      return wrap.rows(of: text).enumerated().map { number, row in
        PickerRow(
          id: "\(index) \(number)", title: (number == 0 ? "" : "  ") + String(row.text(in: text)),
          detail: number == 0 ? context.relativeTime(message.date) : "")
      }
    }
    boxes.pick(
      "Messages", width: .full,
      from: FixedRows(rows, emptyText: "No messages yet.") { row in
        guard let index = row.id.split(separator: " ").first.flatMap({ Int($0) }) else { return }
        context.copy(messages[index].text, called: "Message")
      })
  }

  /// Opens the note to practise in, which is made the first time.
  func openTutor() {
    context.work.performHolding("Opening the tutorial") {
      let id = try await PracticeNote.findOrCreate(in: context.client)
      if !workspace.list.source.takesNewNotes || !workspace.list.filter.isEmpty {
        workspace.sources.select(.all)
      }
      navigation.open(id: id)
    }
  }
}
