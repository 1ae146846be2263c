import Logging
import MarfaModel
import ServiceLifecycle
import Synchronization

/// Brings the search index up to date in the pauses between writes, so that the first search after
/// them finds it done.
struct WordIndexing: Service {
  /// How long nobody writes before it begins.
  static let pause = Duration.milliseconds(250)
  /// After how many times as long it begins although somebody writes.
  static let patience = 20

  let store: any RecordStore
  let bus: any EventBus
  let clock: any Clock<Duration>
  let limits: RecordLimits
  let logger: Logger

  func run() async throws {
    let commits = CommitCount()
    let following = bus.follow { _ in commits.increase() }
    let wakes = bus.subscribe()
    await cancelWhenGracefulShutdown {
      // What an earlier process left.
      await index(commits, patiently: false)
      for await _ in wakes {
        do {
          let isQuiet = try await waitForPause(commits)
          await index(commits, patiently: isQuiet)
        } catch {
          return
        }
      }
    }
    withExtendedLifetime(following) {}
  }

  /// Waits until nobody has written for a pause, or for as long as its patience lasts.
  ///
  /// - Returns: Whether there is a pause.
  private func waitForPause(_ commits: CommitCount) async throws -> Bool {
    for _ in 0..<Self.patience {
      let count = commits.value
      try await clock.sleep(for: Self.pause)
      if commits.value == count { return true }
    }
    return false
  }

  /// Indexes what is due, and merges; patiently, it stops as soon as somebody writes, whose wake
  /// brings it back.
  private func index(_ commits: CommitCount, patiently: Bool) async {
    let count = commits.value
    do {
      try await store.indexWords(limits) {
        !Task.isCancelled && (!patiently || commits.value == count)
      }
      // This can always wait for the next pause.
      try await store.mergeWords(limits) { !Task.isCancelled && commits.value == count }
    } catch {
      // The next pause or the next search tries again.
      logger.error("the search index cannot be written", metadata: ["error": "\(error)"])
    }
  }
}

/// How many commits a bus reported.
private final class CommitCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}
