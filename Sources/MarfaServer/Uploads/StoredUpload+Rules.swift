import Foundation
import MarfaModel

extension StoredUpload {
  /// How long an upload waits for its next request: a day, in milliseconds.
  package static let lifetime: Int64 = 86_400_000

  /// Begins an upload from the headers of its creation.
  ///
  /// - Parameters:
  ///   - id: The upload's id.
  ///   - credentialId: Who brings it.
  ///   - length: The value of `Upload-Length`.
  ///   - metadata: The value of `Upload-Metadata`.
  ///   - limit: The largest upload accepted, in bytes.
  ///   - now: The time of the request.
  /// - Throws: `UploadRefusal.malformed` and `.tooLarge`.
  package init(
    id: String, credentialId: String, length: String?, metadata: String?, limit: Int64,
    now: Timestamp
  ) throws(UploadRefusal) {
    guard let length, length.utf8.allSatisfy({ $0 &- 48 < 10 }), let size = Int64(length) else {
      throw .malformed(.length)
    }
    guard size <= limit else { throw .tooLarge(limit: limit) }
    let metadata = try UploadMetadata(header: metadata)
    _ = try metadata.hash()
    self.init(
      id: id, credentialId: credentialId, length: size, metadata: metadata.values,
      createdAt: now, expiresAt: Self.expiry(at: now))
  }

  /// When an upload that was added to now lapses.
  package static func expiry(at now: Timestamp) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + lifetime)
  }

  /// Whether its client gave the hash of the whole: what is wrong with its bytes is noticed in the
  /// end.
  package var isDeclared: Bool { metadata["sha256"] != nil }

  /// Whether no byte is missing.
  package var isFull: Bool { offset == length }

  /// Checks what a request with bytes says about itself.
  ///
  /// - Parameters:
  ///   - offset: The value of `Upload-Offset`.
  ///   - contentLength: The request's size, if it says.
  ///   - now: The time of the request.
  /// - Throws: `.expired`, `.malformed`, `.offset` or `.beyondLength`.
  package func check(
    offset: String?, contentLength: Int64?, now: Timestamp
  ) throws(UploadRefusal) {
    guard now < expiresAt else { throw .expired }
    guard let offset, offset.utf8.allSatisfy({ $0 &- 48 < 10 }), let claimed = Int64(offset)
    else { throw .malformed(.offset) }
    guard claimed == self.offset else { throw .offset(self.offset) }
    guard contentLength ?? 0 <= length - self.offset else { throw .beyondLength }
  }
}
