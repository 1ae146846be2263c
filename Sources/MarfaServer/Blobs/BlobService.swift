import MarfaModel
import NIOCore

/// Blobs: their bytes and what is known of them, kept in step.
///
/// Bytes are durable before their row is, so a row always has its bytes; bytes without a row are
/// what `reconcile` is for.
public struct BlobService: Sendable {
  /// How much is taken.
  public struct Limits: Sendable {
    /// The largest `POST /blobs` in bytes (`MAX_BLOB_SIZE`).
    public var single: Int64
    /// The largest resumable upload in bytes (`MAX_RESUMABLE_BLOB_SIZE`).
    public var resumable: Int64

    /// How many resumable uploads a key may have under way.
    public var uploadsPerKey: Int
    /// What a key may have of the blobs that are there.
    public var share: BlobShare
    /// The disk.
    public var room: DiskRoom

    /// By default 50 MB, 5 GiB, 100 uploads, 100,000 blobs and 100 GiB.
    public init(
      single: Int64 = 50_000_000, resumable: Int64 = 5 << 30, uploadsPerKey: Int = 100,
      share: BlobShare = .standard, room: DiskRoom = .unwatched
    ) {
      self.share = share
      self.single = single
      self.resumable = resumable
      self.uploadsPerKey = uploadsPerKey
      self.room = room
    }
  }

  package let index: any BlobIndex & UploadIndex
  package let bytes: any BlobStore
  let clock: any WallClock
  let limits: Limits
  private let gate: any BlobArbitration

  /// Takes each part as it is.
  public init(
    index: any BlobIndex & UploadIndex, bytes: any BlobStore, clock: any WallClock,
    limits: Limits = Limits(), gate: any BlobArbitration = BlobGate()
  ) {
    self.index = index
    self.bytes = bytes
    self.clock = clock
    self.limits = limits
    self.gate = gate
  }

  /// Where a client can read content without the server; nil where the bytes have no such place.
  func address(of hash: BlobHash) async throws -> BlobAddress? {
    try await bytes.address(
      of: hash, until: Timestamp(milliseconds: clock.now.milliseconds + Self.addressLifetime))
  }

  /// For how many milliseconds an address can be read.
  private static let addressLifetime: Int64 = 900_000

  /// Takes content in, piece by piece, and names it.
  ///
  /// `mediaType`: What it will be served as, unless it is there already.
  /// `credentialId`: Who brings it.
  /// `produce`: Hands each piece to the function that it is given.
  ///
  /// - Throws: Whatever `produce` throws, `blob_too_large`, and failures of the disk; nothing is
  ///   kept then.
  package func receive(
    mediaType: String, from credentialId: String,
    _ produce: (_ take: (ByteBuffer) async throws -> Void) async throws -> Void
  ) async throws -> StoredBlob {
    var writer = try await bytes.makeWriter()
    var room = RoomWatch(limits.room)
    do {
      try await produce { piece in
        try checkSize(writer.size + Int64(piece.readableBytes))
        try room.take(piece.readableBytes)
        try await writer.append(piece)
      }
      try await writer.synchronize()
      try await checkShare(of: credentialId, adding: writer.size, writer.hasher.hash.description)
      return try await name(&writer, expecting: nil) { hash, size in
        let blob = StoredBlob(
          hash: hash.description, mimeType: mediaType, size: size, createdAt: clock.now,
          credentialId: credentialId)
        return try await index.putBlob(blob)
      }
    } catch {
      await writer.discard()
      throw Self.answer(to: error)
    }
  }

  /// Seals content and notes it, while nothing can be removed.
  func name(
    _ writer: inout any BlobWriter, expecting expected: BlobHash?,
    note: (BlobHash, Int64) async throws -> StoredBlob
  ) async throws -> StoredBlob {
    try await gate.pass(.arrival) {
      let hash = try await writer.seal(expecting: expected)
      return try await note(hash, writer.size)
    }
  }

  /// Refuses a size that is over the limit of `POST /blobs`.
  ///
  /// - Throws: `APIError` with `blob_too_large`.
  func checkSize(_ size: Int64) throws {
    guard size > limits.single else { return }
    throw APIError(
      code: ErrorCode.blobTooLarge,
      message: "The blob is over \(ByteWords.size(limits.single)); use a resumable upload.",
      status: 413,
      details: ["limit": .integer(limits.single)])
  }

  /// Refuses content of a key that has as many blobs as it may; what is there already costs
  /// nothing.
  ///
  /// - Throws: `APIError` with `blob_too_large`, the limit and the setting.
  func checkShare(
    of credentialId: String, adding size: Int64, _ hash: @autoclosure () throws -> String?
  ) async throws {
    let (share, most) = (try await index.blobShare(of: credentialId), limits.share)
    let isOverCount = share.count >= most.count
    guard isOverCount || share.bytes + size > most.bytes else { return }
    if let hash = try hash(), try await index.blob(hash: hash) != nil { return }
    let (limit, what, setting) =
      isOverCount
      ? (Int64(most.count), "blobs", "max_blobs_per_key")
      : (most.bytes, "bytes of blobs", "max_blob_bytes_per_key")
    throw APIError(
      code: ErrorCode.blobTooLarge,
      message: "A key has at most \(limit) \(what); remove notes or attachments that are needed no "
        + "longer, or raise \(setting).",
      status: 413, details: ["limit": .integer(limit), "setting": .string(setting)])
  }

  /// The blob of a hash, open for reading.
  ///
  /// Its size is looked at and its hash is not: to read the whole for each part of it would cost
  /// too much, and `marfa-server check` does.
  ///
  /// - Throws: `NotFoundError` with `blob_not_found`; `APIError` with status 500 when the file has
  ///   been cut short or grew.
  func open(_ hash: BlobHash) async throws -> (blob: StoredBlob, reader: any BlobReader) {
    guard let blob = try await index.blob(hash: hash.description),
      let reader = try await bytes.reader(of: hash)
    else {
      throw NotFoundError(
        code: ErrorCode.blobNotFound, message: "No blob \(hash).", status: 404)
    }
    guard reader.size == blob.size else {
      throw APIError(
        code: ErrorCode.internalError,
        message: "The server's copy of \(hash) is damaged: it has \(reader.size) bytes instead of "
          + "\(blob.size). Upload it again to repair it.",
        status: 500, details: ["hash": .string(hash.description)])
    }
    return (blob, reader)
  }

  /// Reads content and compares it with its hash; what is damaged is put aside, so that those who
  /// have the right bytes are asked for them.
  func verify(_ hash: BlobHash) async throws {
    guard let reader = try await bytes.reader(of: hash), try await reader.hash() != hash
    else { return }
    try await gate.pass(.removal) {
      // The right bytes may have come meanwhile.
      guard let reader = try await bytes.reader(of: hash), try await reader.hash() != hash
      else { return }
      try await bytes.putAside(hash)
    }
  }

  /// Those of some blobs whose bytes are all there, in the same order: of what has gone or become
  /// another size the bytes are to be sent again, which mends it.
  func whole(among hashes: [String]) async throws -> [String] {
    var whole: [String] = []
    for text in hashes {
      guard let hash = BlobHash(text), let blob = try await index.blob(hash: text),
        try await bytes.reader(of: hash)?.size == blob.size
      else { continue }
      whole.append(text)
    }
    return whole
  }

  /// What a failure of the disk answers.
  static func answer(to error: any Error) -> any Error {
    guard let error = error as? BlobStoreError, error.code == .diskFull else { return error }
    return APIError(
      code: ErrorCode.internalError,
      message: "The server's disk is full; nothing was kept.", status: 507)
  }
}

// MARK: - Maintenance

extension BlobService {
  /// What a cleanup or a reconciliation did, or would do.
  package struct Report: Hashable, Sendable {
    /// Blobs that no item refers to, removed with their bytes.
    package var removed: [StoredBlob] = []
    /// Rows whose bytes are not there; nobody can bring them back.
    var missing: [String] = []
    /// Bytes that had no row and were given one.
    var adopted: [String] = []
    /// Rows whose bytes have another size, and bytes without a row that are not what their name
    /// says; to upload the file again mends both.
    var damaged: [String] = []
  }

  /// How long a blob may be without a reference, in milliseconds: a client uploads first and
  /// refers to it later, perhaps when it is online again.
  static let grace: Int64 = 86_400_000
  private static let page = 500

  /// Removes blobs that no item has referred to for a day.
  ///
  /// `isDryRun`: Whether it is only counted; at most 500 are then looked at.
  package func cleanUp(isDryRun: Bool) async throws -> Report {
    let horizon = Timestamp(milliseconds: clock.now.milliseconds - Self.grace)
    var report = Report()
    while true {
      let blobs = try await index.unreferencedBlobs(before: horizon, limit: Self.page)
      if isDryRun { return Report(removed: blobs) }
      var progress = 0
      for blob in blobs where try await remove(blob) {
        report.removed.append(blob)
        progress += 1
      }
      if progress == 0 { return report }
    }
  }

  private func remove(_ blob: StoredBlob) async throws -> Bool {
    guard let hash = BlobHash(blob.hash) else { return false }
    return try await gate.pass(.removal) {
      guard try await index.deleteUnreferencedBlob(hash: blob.hash) else { return false }
      try await bytes.remove(hash)
      return true
    }
  }

  /// Finds rows without bytes and bytes without rows, and gives the latter their rows.
  func reconcile(isDryRun: Bool) async throws -> Report {
    var report = Report()
    // A part of the store at a time: the hashes of all of it would not fit the memory of some.
    for byte in UInt8.min...UInt8.max {
      try await reconcile(byte, &report, isDryRun: isDryRun)
    }
    return report
  }

  /// The same of the hashes that begin with a byte.
  private func reconcile(_ byte: UInt8, _ report: inout Report, isDryRun: Bool) async throws {
    let kept = try await bytes.hashes(beginningWith: byte)
    let there = Set(kept.map(\.description))
    var known: Set<String> = []
    let prefix = BlobHash.prefix + Hexadecimal.string(of: [byte])
    var last = prefix
    while true {
      let page = try await index.blobs(after: last, limit: Self.page)
      let blobs = page.prefix { $0.hash.hasPrefix(prefix) }
      for blob in blobs {
        known.insert(blob.hash)
        if !there.contains(blob.hash) {
          report.missing.append(blob.hash)
        } else if try await size(of: blob) != blob.size {
          report.damaged.append(blob.hash)
        }
      }
      guard let end = blobs.last?.hash, blobs.count == Self.page else { break }
      last = end
    }
    for hash in kept.sorted() where !known.contains(hash.description) {
      guard let reader = try await bytes.reader(of: hash) else { continue }
      guard try await reader.hash() == hash else {
        report.damaged.append(hash.description)
        continue
      }
      report.adopted.append(hash.description)
      guard !isDryRun else { continue }
      _ = try await index.putBlob(
        StoredBlob(
          hash: hash.description, mimeType: "application/octet-stream", size: reader.size,
          createdAt: clock.now))
    }
  }

  private func size(of blob: StoredBlob) async throws -> Int64? {
    guard let hash = BlobHash(blob.hash) else { return nil }
    return try await bytes.reader(of: hash)?.size
  }
}
