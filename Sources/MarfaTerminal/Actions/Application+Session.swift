import Foundation
import MarfaSDK
import TerminalUI

/// The mouse, what is told and for how long, and the note to practise in.
extension Application {
  /// Turns the mouse off, so that the terminal selects text with it, or on again.
  package func toggleMouse() {
    setMouse(!isMouseOn)
    messages.notice(
      isMouseOn ? "The mouse is on." : "The mouse is off: the terminal selects text with it.")
  }

  /// Turns the mouse on or off.
  package func setMouse(_ isOn: Bool) {
    isMouseOn = isOn
    host.setMouse(isEnabled: isOn)
  }

  /// Lets a notice go after its time, and rings for an error, which stays.
  ///
  /// Where nothing may move by itself a notice stays until the next key.
  func announce(_ message: MessageLog.Message) {
    if message.severity == .error { return ring() }
    let configuration = settings.configuration
    guard !configuration.reducedMotion, !settings.isPlain else { return }
    _ = host.schedule(after: .seconds(configuration.messageSeconds)) { [weak self] in
      self?.messages.expire(message)
      self?.host.requestFrame()
    }
  }

  /// Tells what is wrong with the settings: the status line shows the worst and how many there are,
  /// and the messages have all.
  package func tellDiagnostics() {
    let purpose = "Reading the settings"
    let problems = settings.diagnostics.worstFirst
    guard let worst = problems.first else { return messages.succeeded(purpose) }
    // A line has no room for the folder, which is known.
    let folder = settings.directories.configuration + "/"
    for problem in problems.dropFirst().reversed() {
      messages.keep(error: problem.description.replacing(folder, with: ""))
    }
    let count = problems.count == 1 ? "" : "1 of \(problems.count) problems: "
    messages.error(count + worst.description.replacing(folder, with: ""), of: purpose)
  }

  /// How long ago a time is, in the person's form of dates.
  func relativeTime(_ date: Date) -> String {
    RelativeTime.text(
      for: date, now: now(), calendar: settings.calendar, pattern: settings.datePattern)
  }

  /// Opens the note to practise in, which is made the first time.
  package func openTutor() {
    performHolding("Opening the note to practise in") { [self] in
      let id = try await PracticeNote.findOrCreate(in: client)
      if !workspace.list.source.takesNewNotes || !workspace.list.filter.isEmpty {
        workspace.sources.select(.all)
      }
      open(id: id)
    }
  }
}
