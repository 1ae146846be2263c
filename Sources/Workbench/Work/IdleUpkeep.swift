import MarfaSDK
import NoteEditing

/// Tidies the store's search indexes and the undo histories while the person rests.
///
/// Saves leave small parts in the indexes; joined in a pause they cost nobody time, joined when
/// there are too many they would make one save slow. Histories of purged notes are removed, because
/// they hold text. Nothing runs while nothing was stored.
@MainActor package final class IdleUpkeep {
  /// The pause after the last save before anything is done.
  package static let rest = Duration.seconds(5)

  private let store: LocalStore
  private let undoArchives: UndoArchives
  private let host: any FrameHost
  private let failed: @MainActor (any Error) -> Void
  private var waiting: (any ScheduledAction)?
  private var running: Task<Void, Never>?

  /// Does nothing until the first pause.
  ///
  /// - Parameters:
  ///   - store: What is tidied.
  ///   - undoArchives: The undo histories of its notes.
  ///   - host: Measures the pause.
  ///   - failed: Takes the error when it fails.
  package init(
    store: LocalStore, undoArchives: UndoArchives, host: any FrameHost,
    failed: @escaping @MainActor (any Error) -> Void
  ) {
    self.store = store
    self.undoArchives = undoArchives
    self.host = host
    self.failed = failed
  }

  /// Something was stored or purged, or may have been before the start: tidy up after the next
  /// pause.
  package func stored() {
    waiting?.cancel()
    waiting = host.schedule(after: Self.rest) { [weak self] in self?.run() }
  }

  /// Waits until the tidying that was begun has ended.
  package func finish() async { await running?.value }

  private func run() {
    waiting = nil
    guard running == nil else { return stored() }
    running = Task { [weak self, store, undoArchives] in
      do {
        try await store.performIdleWork()
        try await undoArchives.forgetMissing(in: store)
      } catch {
        self?.failed(error)
      }
      self?.running = nil
    }
  }
}
