import MarfaModel

/// An upload with the offset that its bytes have, and the one that is durable.
struct KeptUpload: Sendable {
  /// After how many bytes what came is made durable.
  static let checkpoint: Int64 = 32 << 20
  /// After how many milliseconds, where the bytes need not be at once.
  private static let interval: Int64 = 1_000

  /// The upload, with the offset that the client is given.
  var upload: StoredUpload
  /// What a power loss leaves.
  var durable: Int64

  /// An upload as its row has it.
  init(_ upload: StoredUpload) { (self.upload, durable) = (upload, upload.offset) }

  /// Whether bytes up to an offset, which had their sum, have to be made durable before they are
  /// acknowledged.
  func isDue(at offset: Int64, now: Timestamp) -> Bool {
    guard upload.isDeclared, offset < upload.length else { return true }
    let last = upload.expiresAt.milliseconds - StoredUpload.lifetime
    return offset - durable >= Self.checkpoint || now.milliseconds - last >= Self.interval
  }
}
