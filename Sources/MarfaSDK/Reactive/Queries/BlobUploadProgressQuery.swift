import Observation

/// How far the uploads are, by hash; completed ones go away, failed ones stay.
///
/// Progress is not stored: the uploader reports it.
@MainActor @Observable
public final class BlobUploadProgressQuery {
  /// The uploads by hash.
  public private(set) var uploads: [String: BlobUploadProgress] = [:]
  /// Whether nothing has been read yet; progress is there from the start.
  public let isLoading = false
  /// Why reading failed; progress is never read, so nothing fails.
  public let error: (any Error)? = nil
  private var isStopped = false

  package init() {}

  /// Takes news of an upload.
  package func receive(_ progress: BlobUploadProgress) {
    guard !isStopped else { return }
    uploads[progress.hash] = progress.state == .completed ? nil : progress
  }

  /// Takes no more news; the uploads stay as they are.
  public func stop() { isStopped = true }
}
