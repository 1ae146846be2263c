/// How far an upload is at one moment.
package struct UploadReport: Hashable, Sendable {
  /// The blob; while a file is still being read, the id of its reading.
  package var hash: String
  /// What is happening.
  package var phase: BlobUploadProgress.Phase
  /// Bytes sent: at least those that the server has; never fewer than before in one attempt.
  package var sent: Int64
  /// Bytes that the server has acknowledged.
  package var acknowledged: Int64
  /// Bytes in all.
  package var total: Int64
  /// What a person calls the file, where the store does not know it yet.
  package var name: String?
  /// When the next attempt begins; nil unless it waits for that.
  package var nextAttempt: Timestamp?
  /// Whether an attempt begins with it.
  package var isStart = false
  /// Whether it just happened; else it says how things are.
  package var isNews = true
}

extension UploadReport {
  /// The documented events of a report.
  var events: [SyncEvent] {
    guard isNews else { return [] }
    switch phase {
    case .uploading where isStart:
      let start = SyncEvent.blobUploadStarted(hash: hash, total: total)
      return sent > 0
        ? [start, .blobUploadProgress(hash: hash, sent: sent, total: total)] : [start]
    case .uploading, .verifying:
      return [.blobUploadProgress(hash: hash, sent: sent, total: total)]
    case .completed, .alreadyOnServer: return [.blobUploadCompleted(hash: hash)]
    case .failed(let words):
      return [.blobUploadFailed(hash: hash, error: NetworkError(message: words))]
    case .hashing, .queued, .paused, .waiting, .cancelled: return []
    }
  }
}
