import MarfaSDK
import NoteFiles

/// Messages about the exchange that the person did not ask for.
extension SyncMonitor {
  static let tryingNow = "Trying again now."
  private nonisolated static let exchanged = "Everything was exchanged."

  /// Says that everything is tried again; how it ends is said in the same place.
  package func tellTrying() {
    switch status?.connection {
    case .paused?: messages.notice("Paused; nothing is tried before you go on.")
    case .elsewhere?: messages.notice("Another marfa on this machine tries again now.")
    default: messages.notice(Self.tryingNow)
    }
  }

  /// Says that something was queued again; how its sending ends is said in the same place, where it
  /// is sent now.
  package func tellQueuedAgain(_ count: Int = 1) {
    if status?.connection == .live { return messages.notice(Self.tryingNow) }
    messages.notice(count == 1 ? "Queued again." : "\(count) changes queued again.")
  }

  /// Says how trying again ended, if the message still says that it began, or that an exchange went
  /// well: that one may have begun before the person asked.
  func tryingEnded(_ sentence: String) {
    let current = messages.current?.text
    guard current != sentence, [Self.tryingNow, Self.exchanged].contains(current) else { return }
    messages.notice(sentence)
  }

  /// How trying again ended, as an engine reports it.
  func tellOutcome(_ event: SyncEvent) {
    switch event {
    case .synced: tryingEnded(Self.exchanged)
    case .failed(let error): tryingEnded("Not exchanged: \(ErrorText.sentence(for: error))")
    case .mutationDropped(_, _, _, let error):
      tryingEnded("Refused: \(ErrorText.sentence(for: error))")
    case .blobUploadFailed(_, let error):
      tryingEnded("Not sent: \(ErrorText.sentence(for: error))")
    default: break
    }
  }

  /// Says once that the server has no room left; the status goes on to say it.
  func followRoom() {
    let isFull = status?.isServerFull ?? false
    if isFull, !wasServerFull { messages.error(ServerRoom.sentence) }
    wasServerFull = isFull
  }

  /// What is left once the queue was sent as far as it goes.
  ///
  /// - Parameter counts: The numbers of then; nil where they are not known.
  /// - Returns: A sentence.
  package nonisolated static func sentence(ofWaiting counts: SyncCounts?) -> String {
    guard let counts else { return exchanged }
    if counts.conflicts > 0 { return "Sent; what is in conflict waits for you." }
    return switch counts.pending {
    case 0: exchanged
    case 1: "1 change still waits."
    default: "\(counts.pending) changes still wait."
    }
  }
}
