import Foundation

/// Uploads of files, and when everything was last on the server.
extension SyncEngine {
  /// When everything was last on the server, with nothing refused or failed; nil for never.
  package var syncedAt: Date? {
    seat.syncedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Begins to send files.
  func startUploads() -> Task<Void, Never> {
    // Only the newest state matters.
    let (standings, continuation) = AsyncStream<BlobUploader.Standing>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    uploadStandings = continuation
    let uploader = BlobUploader(
      store: worker.store, transport: transport, clock: clock, fraction: worker.policy.fraction,
      tell: { [hub] in hub.tell($0) }, onSettled: { [weak self] in await self?.handle(.queued) })
    return Task { await uploader.run(standings) }
  }
}
