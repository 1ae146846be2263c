import MarfaSDK
import NoteFiles
import Synchronization

/// The notes that a run brought, at most 200: how large their files are is asked while the server
/// is there, so that `marfa attach` shows it without asking.
final class ArrivedNotes: Sendable {
  private static let capacity = 200
  private let ids = Mutex<Set<String>>([])

  /// Notes what an event brought.
  func take(_ event: SyncEvent) {
    switch event {
    case .itemCreated(let id), .itemUpdated(let id):
      ids.withLock { if $0.count < Self.capacity { $0.insert(id) } }
    default: break
    }
  }

  /// Asks for the sizes of files that are on the server only.
  ///
  /// - Parameter attachments: The files, with a way to the server; nil for none.
  func learnSizes(with attachments: AttachmentsNamespace?) async {
    guard let attachments else { return }
    for id in ids.withLock({ $0.sorted() }) {
      do {
        try await attachments.learnSizes(of: id)
      } catch is NotFoundError {
        continue
      } catch {
        // They stay unknown until somebody looks at the note.
        return
      }
    }
  }
}

extension SyncRun {
  /// Keeps an event in the log.
  func keep(_ event: SyncEvent, in log: ActivityLog) async {
    arrived.take(event)
    // A line without the device is better than none.
    let circumstances = try? await store.circumstances(of: event)
    log.append(
      event, circumstances ?? ChangeCircumstances(), at: store.environment.clock.now)
  }
}
