import Foundation
import NoteEditing
import Observation

/// What the application reported to the person, newest last; the status line shows the latest.
@MainActor @Observable package final class MessageLog {
  /// How much a message matters.
  package enum Severity: Hashable {
    /// Something was done; goes away by itself.
    case notice
    /// Something could not be done, with the reason; stays until acknowledged, and goes when
    /// something else is done.
    case error
  }

  /// One message.
  package struct Message: Hashable {
    package var text: String
    package var severity: Severity
    package var date: Date
    /// What failed; the next time that it succeeds, the message is out of date.
    package var purpose: String?
  }

  /// The last messages, at most 200, newest last.
  package private(set) var history: [Message] = []
  /// The message on the status line.
  package private(set) var current: Message?

  /// Called with every message that is shown.
  @ObservationIgnored package var appended: @MainActor (Message) -> Void = { _ in }
  /// What is said as long as nothing else is.
  private var standing: Message?
  @ObservationIgnored private let now: () -> Date
  /// Takes the last notice away; those before it are gone already.
  @ObservationIgnored private var expiry: (any ScheduledAction)?

  package init(now: @escaping () -> Date) {
    self.now = now
  }

  /// Shows a message that goes away with the next key, unless an error is shown.
  package func notice(_ text: String) {
    append(Message(text: text, severity: .notice, date: now()))
  }

  /// Shows an error, which stays until it is acknowledged, the next command is run, another takes
  /// its place, or what failed succeeds.
  package func error(_ text: String, of purpose: String? = nil) {
    append(Message(text: text, severity: .error, date: now(), purpose: purpose))
  }

  /// Shows an error that costs the person nothing, unless another one is shown; it is in the
  /// history.
  package func minorError(_ text: String) {
    current?.severity == .error ? keep(error: text) : error(text)
  }

  /// Adds an error to the history without showing it.
  package func keep(error text: String) {
    keep(Message(text: text, severity: .error, date: now()))
  }

  /// Takes an error away because what had failed was now done.
  package func succeeded(_ purpose: String) {
    if current?.severity == .error, current?.purpose == purpose { current = standing }
  }

  /// Takes a notice away, as the next key does.
  package func fade() {
    if current?.severity == .notice { current = standing }
  }

  /// Says something as long as it is true, whenever nothing else is said.
  ///
  /// - Parameter text: What is said; nil for nothing any more.
  package func stand(_ text: String?) {
    let before = standing
    standing = text.map { Message(text: $0, severity: .notice, date: now()) }
    if current == nil || current == before { current = standing }
  }

  /// Takes a notice away after a time, unless another has taken its place.
  ///
  /// - Parameters:
  ///   - message: The message that was shown last.
  ///   - delay: How long it is shown.
  ///   - host: Measures the time, and draws the frame without it.
  package func expire(_ message: Message, after delay: Duration, _ host: any FrameHost) {
    // One timer, not one for each notice of a flood of keys.
    expiry?.cancel()
    expiry = host.schedule(after: delay) { [weak self, host] in
      guard let self else { return }
      expiry = nil
      if current == message, message.severity == .notice { current = standing }
      host.requestFrame()
    }
  }

  /// Takes an error away because something else is done; the history keeps it.
  package func supersede() {
    if current?.severity == .error { current = standing }
  }

  /// Takes any message away.
  ///
  /// - Returns: Whether there was one.
  package func acknowledge() -> Bool {
    defer { current = standing }
    return current != nil && current != standing
  }

  private func append(_ message: Message) {
    // An error that repeats is reported once.
    if let current, current.severity == .error, current.text == message.text { return }
    keep(message)
    current = message
    appended(message)
  }

  private func keep(_ message: Message) {
    history.append(message)
    if history.count > 200 { history.removeFirst(history.count - 200) }
  }
}
