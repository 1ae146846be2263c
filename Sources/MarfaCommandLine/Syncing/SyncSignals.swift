import Dispatch
import Foundation
import MarfaSDK
import Settings
import Synchronization

/// What wakes a command that follows the syncing of some notes.
enum SyncSignal: Sendable {
  /// Something may have changed: look at everything.
  case changed
  /// The engine reported something.
  case event(SyncEvent)
  /// The time that was asked for has passed.
  case waited
  /// Another program has had its time to begin with what was asked of it.
  case unheard

  /// Whether the numbers may be others than at the last look.
  ///
  /// A commit has a signal of its own. What it says of single items has none to add, and a first
  /// sync brings as many of those as there are notes.
  var changesNumbers: Bool {
    guard case .event(let event) = self else { return true }
    return switch event {
    case .itemCreated, .itemUpdated, .itemDeleted, .edgeCreated, .edgeDeleted: false
    default: true
    }
  }
}

/// Wakes a command when the numbers of a store, its engine or the driver in another process change.
///
/// Nothing is asked again and again: the store reports commits, the kernel of the lock's file.
final class SyncSignals: Sendable {
  /// One element for each change; several changes of the store may be one.
  let stream: AsyncStream<SyncSignal>
  private let continuation: AsyncStream<SyncSignal>.Continuation
  private let tasks: [Task<Void, Never>]
  private let events: Task<Void, Never>?
  private let watcher: DirectoryWatcher?
  private let clock: any Clock<Duration>
  private let waits = Mutex<[Task<Void, Never>]>([])

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - lockPath: The lock of their engine.
  ///   - engine: The engine of this process; nil when it has none.
  ///   - manager: Publishes the engine's states.
  ///   - clock: What waits.
  /// - Throws: `DirectoryWatcherError`.
  init(
    store: LocalStore, lockPath: String, engine: SyncEngine? = nil,
    manager: ConnectionStateManager? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.clock = clock
    // Events are few next to what they are about, and each is looked at once.
    let (stream, continuation) = AsyncStream<SyncSignal>.makeStream(bufferingPolicy: .unbounded)
    (self.stream, self.continuation) = (stream, continuation)
    let lock = URL(filePath: lockPath)
    watcher = try DirectoryWatcher(
      directory: lock.deletingLastPathComponent().path, queue: .global()
    ) { names in
      if names.isEmpty || names.contains(lock.lastPathComponent) { continuation.yield(.changed) }
    }
    // What an engine brings may be all that is waited for.
    let changes = engine == nil ? store.syncCountChanges() : store.commits()
    var tasks = [Task { for await _ in changes { continuation.yield(.changed) } }]
    events = engine.map { engine in
      let events = engine.events
      return Task { for await event in events { continuation.yield(.event(event)) } }
    }
    if let manager {
      tasks.append(
        Task { for await _ in await manager.states() { continuation.yield(.changed) } })
      tasks.append(
        Task { for await _ in await manager.rests() { continuation.yield(.changed) } })
    }
    self.tasks = tasks
    continuation.yield(.changed)
  }

  deinit { stop() }

  /// Wakes the command after some time.
  func wake(after time: Duration, with signal: SyncSignal = .waited) {
    let wait = Task { [continuation, clock] in
      do {
        try await clock.sleep(for: time)
      } catch {
        // Nobody listens any more.
        return
      }
      continuation.yield(signal)
    }
    waits.withLock { $0.append(wait) }
  }

  /// What the engine reported that nobody has taken yet; the engine has ended its streams before.
  func rest() async -> [SyncEvent] {
    await events?.value
    stop()
    var rest: [SyncEvent] = []
    for await case .event(let event) in stream { rest.append(event) }
    return rest
  }

  /// Ends the listening.
  func stop() {
    events?.cancel()
    watcher?.cancel()
    for task in tasks + waits.withLock({ $0 }) { task.cancel() }
    continuation.finish()
  }
}
