import MarfaSDK
import NoteFiles
import Operations

/// The earlier versions of a note: those of this machine at once, those that only the server has
/// when it answers.
@MainActor package final class NoteVersions {
  /// What the server answered, or did not.
  package typealias Answer = SharedOperation<QueryState<[ItemVersion], any Error>>

  private let own: [ItemVersion]
  private let answer: Answer?

  /// Holds versions.
  ///
  /// - Parameters:
  ///   - own: What this machine has, newest first.
  ///   - answer: What the server has; nil for notes without one, or without a way to it.
  package init(own: [ItemVersion], answer: Answer? = nil) {
    (self.own, self.answer) = (own, answer)
  }

  /// All versions, newest first; of those of one number this machine's.
  package var all: [ItemVersion] {
    let sent = own.filter { !isUnsent($0) }
    let known = Set(sent.map(\.version))
    let others = (answer?.wrappedValue ?? []).filter { !known.contains($0.version) }
    // The sort is stable: versions of one number stay in their order.
    var all = (sent + others).sorted { $0.version > $1.version }
    for version in own where isUnsent(version) {
      let place = all.firstIndex { $0.createdAt < version.createdAt } ?? all.endIndex
      all.insert(version, at: place)
    }
    return all
  }

  /// Whether a version is a text that the server never had; it has no number, only a time.
  package func isUnsent(_ version: ItemVersion) -> Bool {
    version.version == 0 && own.contains { $0.id == version.id }
  }

  /// The state of the server's part, in words; nil when it is there, or there is no server.
  package func standing(_ frame: Frame) -> String? {
    guard let state = answer?.state else { return nil }
    if state.isLoading { return state.currentValue == nil ? "Asking the server …" : nil }
    guard let error = state.error else { return nil }
    let reason = ErrorText.sentence(for: error)
    guard let date = state.valueLastUpdatedAt else {
      return "Without the server's versions: \(reason)"
    }
    return "The server's versions are those of \(frame.relativeTime(date)): \(reason)"
  }
}
