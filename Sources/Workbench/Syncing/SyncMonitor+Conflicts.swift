import MarfaSDK
import NoteFiles

/// What is needed to report conflicts that begin to wait for the person.
@MainActor struct ConflictNews {
  /// Finds those that are new.
  var watch = ConflictWatch()
  /// How many there were in the last frame.
  var count = 0
  /// The look that is under way.
  var looking: Task<Void, Never>?
  /// The conflicts that wait now; nil where they cannot be read.
  var read: @MainActor () async -> [ConflictSides]? = { nil }
  /// Keeps one for other programs.
  var record: @Sendable (ConflictSides) async -> Void = { _ in }
}

/// What is noticed by itself, without an event of the engine.
extension SyncMonitor {
  /// How many conflicts wait for the person; files contradict notes without a server, too.
  package var conflicts: Int { query?.counts.conflicts ?? 0 }

  /// Looks for new conflicts where there are others than before.
  func followConflicts() {
    guard let count = query?.counts.conflicts, count != conflictNews.count else { return }
    conflictNews.count = count
    conflictNews.looking = Task { [weak self, before = conflictNews.looking] in
      await before?.value
      await self?.lookForConflicts()
    }
  }

  /// Waits until everything that was looked for is reported.
  package func finishLooking() async { await conflictNews.looking?.value }

  /// Reports the conflicts that are new, unless another process does.
  ///
  /// - Parameter isLast: Whether nobody looks again.
  func lookForConflicts(isLast: Bool = false) async {
    guard let present = await conflictNews.read() else { return }
    let new = conflictNews.watch.take(present, isLast: isLast)
    guard !new.isEmpty, !connection.isElsewhere else { return }
    for conflict in new { log.add(conflict) }
    for conflict in new { await conflictNews.record(conflict) }
    host.requestFrame()
  }

  /// Notes when the last change that waited has arrived, which no event of the engine says of the
  /// changes of documents.
  func followArrival() {
    let isAll = status?.isAllOnServer ?? false
    if isAll, !wasAllOnServer { lastSynced = now() }
    wasAllOnServer = isAll
  }

  /// Changes were given up: they were not sent.
  package func discarded(_ count: Int) { progress.discarded(count) }
}
