import NoteFiles

/// What is shown of the exchange.
extension SyncMonitor {
  /// How the notes stand with their server; nil for notes without one, and before that is known.
  package var status: SyncStatus? {
    guard let counts = query?.counts, let server = counts.server else { return nil }
    var status = SyncStatus(server: server)
    (status.connection, status.received) = (connection, received)
    status.reconnectsAt = reconnectsAt
    (status.pending, status.oldestPending) = (counts.pending, counts.oldestPending)
    status.stuck = counts.stuck
    status.uploads = counts.uploads + counts.failedUploads + counts.pausedUploads
    (status.failedUploads, status.pausedUploads) = (counts.failedUploads, counts.pausedUploads)
    (status.conflicts, status.refused) = (counts.conflicts, counts.refused)
    if let total = uploads.total, !total.isHashing { status.uploadPercent = total.percent }
    (status.setBack, status.removals) = (counts.setBack, counts.removals)
    status.isServerFull = counts.isServerFull
    (status.lastSynced, status.isSyncedInThisRun) = (lastSynced, isSyncedInThisRun)
    status.lastExchanged = [lastExchanged, lastSynced].compactMap(\.self).max()
    return status
  }

  /// The same as the screen says it: what is sent at once is not among what waits, and while it is
  /// sent nobody says that everything is there.
  package var shown: SyncStatus? {
    guard var status else { return nil }
    (status.pending, status.isSettling) = (shownPending.count, shownPending.isSettling)
    return status
  }
}
