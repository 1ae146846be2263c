import MarfaSDK
import Synchronization

/// Says on standard error how far files are on their way to the server, for programs.
final class UploadRecords: Sendable {
  private let output: CommandOutput
  private let last = Mutex<[BlobUpload]>([])

  init(_ output: CommandOutput) { self.output = output }

  /// Writes an object for each file that is further than at the last look, and for each that has
  /// left the list.
  ///
  /// - Parameter uploads: The files that are not on the server.
  func show(_ uploads: [BlobUpload]) {
    let former = last.withLock { last in
      defer { last = uploads }
      return last
    }
    for upload in uploads where !former.contains(upload) {
      output.note(UploadsListCommand.record(upload, isSending: upload.offset > 0).json)
    }
    let hashes = Set(uploads.map(\.hash))
    for upload in former where !hashes.contains(upload.hash) {
      output.note(UploadsListCommand.record(upload, isDone: true).json)
    }
  }
}
