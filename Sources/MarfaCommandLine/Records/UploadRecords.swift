import MarfaSDK
import NoteFiles
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
      output.note(Self.record(upload, isSending: upload.offset > 0).json)
    }
    let hashes = Set(uploads.map(\.hash))
    for upload in former where !hashes.contains(upload.hash) {
      output.note(Self.record(upload, isDone: true).json)
    }
  }

  /// An upload under the documented names; one that left the list was sent, or given up.
  static func record(
    _ upload: BlobUpload, isDone: Bool = false, isSending: Bool = false
  ) -> Record {
    let state =
      switch upload.state {
      case .queued: isDone ? "gone" : isSending ? "sending" : "queued"
      case .paused: "paused"
      case .failed: "failed"
      }
    return Record([
      ("hash", .string(upload.hash)), ("name", .string(upload.name)),
      ("type", .string(upload.mimeType)), ("size", .integer(upload.size)),
      ("sent", .integer(upload.offset)),
      ("percent", .integer(Int64(ByteWords.percent(upload.offset, of: upload.size)))),
      ("state", .string(state)), ("message", upload.error.map { .string($0) } ?? .null),
    ])
  }
}
