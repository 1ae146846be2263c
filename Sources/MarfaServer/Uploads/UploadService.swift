import MarfaModel
import NIOCore

/// Resumable uploads: where they stand is in the store, their bytes with the blobs.
///
/// The offset that a client receives is durable, and so are the bytes before it, unless it gave a
/// hash of the whole and sums of the parts: then they outlive the server's process, and are durable
/// every 32 MiB or second. A power loss makes such a client go back that far, and the hash says
/// whether it has to begin again. Bytes of a request that did not end well are cut off.
public struct UploadService: Sendable {
  /// Where an upload is after a request.
  struct Progress: Hashable, Sendable {
    /// Its id.
    var id: String
    /// Size of the whole content in bytes.
    var length: Int64
    /// Bytes that are kept.
    var offset: Int64
    /// When it lapses; nil once it is a blob, which stays.
    var expiresAt: Timestamp?
    /// The pairs of its creation.
    var metadata: [String: String] = [:]
    /// The blob that it became.
    var hash: String?
  }

  /// Bytes of a request that has something to add.
  struct Piece<Body: AsyncSequence>: Sendable where Body: Sendable, Body.Element == ByteBuffer {
    /// The value of `Upload-Offset`.
    var offset: String?
    /// The value of `Content-Length`.
    var contentLength: Int64?
    /// The request's own checksum.
    var checksum: UploadChecksum?
    /// The bytes.
    var body: Body
  }

  let blobs: BlobService
  private let ids: ItemIdGenerator
  private let locks: any UploadLocking
  private let memory = UploadMemory()

  private var index: any BlobIndex & UploadIndex { blobs.index }
  private var now: Timestamp { blobs.clock.now }

  /// The service next to the blobs.
  public init(
    blobs: BlobService, ids: ItemIdGenerator, locks: any UploadLocking = UploadLocks()
  ) {
    self.blobs = blobs
    self.ids = ids
    self.locks = locks
  }

  // MARK: - The protocol's verbs

  /// Begins an upload; one of no bytes is a blob at once.
  ///
  /// - Throws: `UploadRefusal.malformed` and `.tooLarge`; nothing is kept then.
  func create(length: String?, metadata: String?, credentialId: String) async throws -> Progress {
    let upload = try StoredUpload(
      id: ids.nextId(), credentialId: credentialId, length: length, metadata: metadata,
      limit: blobs.limits.resumable, now: now)
    // A promise that cannot be kept is refused before the first byte.
    try blobs.limits.room.check(for: upload.length)
    try await blobs.checkShare(
      of: credentialId, adding: upload.length,
      UploadMetadata(values: upload.metadata).hash()?.description)
    let most = blobs.limits.uploadsPerKey
    guard try await index.openUploads(of: credentialId, upTo: most) < most else {
      throw APIError(
        code: ErrorCode.rateLimited,
        message: "The key has \(most) uploads under way; finish one or give one up.", status: 429,
        details: ["limit": .integer(Int64(most)), "retry_after": 60])
    }
    try await index.createUpload(upload)
    return upload.isFull ? try await complete(KeptUpload(upload)) : Self.progress(upload)
  }

  /// How far an upload is; a request that is still adding to it is ended first.
  ///
  /// - Throws: `UploadRefusal.unknown`, `.expired` and `.hash`.
  func status(of id: String, credentialId: String) async throws -> Progress {
    try await locks.holding(id, for: .moment) {
      let kept = try await bytes(of: id, credentialId)
      guard now < kept.upload.expiresAt else { throw UploadRefusal.expired }
      // A process that died between the last byte and the blob left it so.
      return kept.upload.isFull ? try await complete(kept) : Self.progress(kept.upload)
    }
  }

  /// Adds the bytes of a request; what came before an interruption is kept, unless the request
  /// has a checksum of its own.
  ///
  /// `leave`: Ends the request when another wants to know how far the upload is.
  ///
  /// - Throws: `UploadRefusal`, failures of the disk, and whatever the body throws.
  func add<Body>(
    _ piece: Piece<Body>, to id: String, credentialId: String,
    leave: @escaping @Sendable () -> Void
  ) async throws -> Progress {
    try await locks.holding(id, for: .adding(leave: leave)) {
      var kept = try await bytes(of: id, credentialId)
      // A client that lost the last answer sends its last bytes to an upload that is a blob.
      let size = kept.upload.hash == nil ? piece.contentLength : nil
      try kept.upload.check(offset: piece.offset, contentLength: size, now: now)
      if kept.upload.hash != nil { return Self.progress(kept.upload) }
      do {
        try await take(piece, &kept)
      } catch {
        throw BlobService.answer(to: error)
      }
      return kept.upload.isFull ? try await complete(kept) : Self.progress(kept.upload)
    }
  }

  /// Forgets an upload and its bytes.
  ///
  /// - Throws: `UploadRefusal.unknown`.
  func terminate(_ id: String, credentialId: String) async throws {
    try await locks.holding(id, for: .moment) {
      _ = try await upload(id, credentialId)
      // A finished upload is a blob, which stays.
      try await discard(id)
    }
  }

  // MARK: - Upkeep

  /// Removes bytes that belong to no upload, once at the start.
  ///
  /// - Throws: `StoreFailure`, or what the store of blobs throws.
  public func prepare() async throws {
    try await blobs.bytes.prepare()
    for id in try await blobs.bytes.partials() {
      let upload = try await index.upload(id: id)
      if upload == nil || upload?.hash != nil { try await blobs.bytes.removePartial(id) }
    }
  }

  /// Removes uploads whose time is over.
  ///
  /// - Returns: How many there were.
  /// - Throws: `StoreFailure`, or what the store of blobs throws.
  @discardableResult
  public func expire() async throws -> Int {
    var count = 0
    while true {
      let lapsed = try await index.expiredUploads(at: now, limit: 100)
      for upload in lapsed {
        try await locks.holding(upload.id, for: .moment) { try await discard(upload.id) }
      }
      count += lapsed.count
      if lapsed.isEmpty { return count }
    }
  }
}

// MARK: - Steps

extension UploadService {
  private func take<Body>(_ piece: Piece<Body>, _ kept: inout KeptUpload) async throws {
    var writer = try await makeWriter(of: kept.upload)
    do {
      try await receive(piece, &writer, &kept)
    } catch {
      // What was not kept does not stay in the file.
      _ = try await makeWriter(of: kept.upload)
      throw error
    }
  }

  /// What adds to an upload; bytes beyond its offset are cut off.
  private func makeWriter(of upload: StoredUpload) async throws -> any BlobWriter {
    try await blobs.bytes.makeWriter(
      partial: upload.id, offset: upload.offset, hasher: memory.hasher(of: upload.id))
  }

  private func receive<Body>(
    _ piece: Piece<Body>, _ writer: inout any BlobWriter, _ kept: inout KeptUpload
  ) async throws {
    var checksum = piece.checksum
    var room = RoomWatch(blobs.limits.room)
    do {
      for try await bytes in piece.body {
        guard writer.size + Int64(bytes.readableBytes) <= kept.upload.length else {
          throw UploadRefusal.beyondLength
        }
        try room.take(bytes.readableBytes)
        LoopWatch.note(.carrying, bytes: bytes.readableBytes)
        checksum?.update(bytes)
        try await writer.append(bytes)
        if checksum == nil, writer.size - kept.upload.offset >= KeptUpload.checkpoint {
          try await keep(&writer, &kept)
        }
      }
    } catch let error where !(error is BlobStoreError || error is UploadRefusal) {
      // The connection broke, or room is to be made: what came is kept, for the client to go on
      // from.
      if checksum == nil { try await keep(&writer, &kept) }
      throw error
    }
    guard try await Self.isMatched(checksum, &writer) else { throw UploadRefusal.checksum }
    if checksum == nil || kept.isDue(at: writer.size, now: now) {
      try await keep(&writer, &kept)
    } else {
      // They are in the file then.
      _ = try await writer.contentHash()
      kept.upload.offset = writer.size
      await memory.keep(writer.hasher, of: kept.upload.id)
    }
  }

  /// Whether what was sent has its checksum, if it has one.
  private static func isMatched(
    _ checksum: UploadChecksum?, _ writer: inout any BlobWriter
  ) async throws -> Bool {
    guard let checksum else { return true }
    guard checksum.isOfContent else { return checksum.isMatched }
    return checksum.isMatched(content: try await writer.contentHash().digits)
  }

  /// Makes what was written durable and notes it.
  private func keep(_ writer: inout any BlobWriter, _ kept: inout KeptUpload) async throws {
    guard writer.size > kept.durable else { return }
    try await writer.synchronize()
    let expiry = StoredUpload.expiry(at: now)
    try await index.advanceUpload(
      id: kept.upload.id, from: kept.durable, to: writer.size, expiresAt: expiry)
    (kept.upload.offset, kept.durable) = (writer.size, writer.size)
    kept.upload.expiresAt = expiry
    await memory.keep(writer.hasher, of: kept.upload.id)
  }

  /// Makes a full upload a blob; repeatable after a crash at any point.
  private func complete(_ kept: KeptUpload) async throws -> Progress {
    var kept = kept
    if kept.upload.hash != nil { return Self.progress(kept.upload) }
    let metadata = UploadMetadata(values: kept.upload.metadata)
    var writer = try await makeWriter(of: kept.upload)
    // A process that died before it noted the last bytes left it so.
    try await keep(&writer, &kept)
    // Others of the key may have become blobs since it began.
    try await blobs.checkShare(
      of: kept.upload.credentialId, adding: kept.upload.length, metadata.hash()?.description)
    let (upload, blob) = (kept.upload, try await name(&writer, kept.upload, metadata))
    await memory.forget(upload.id)
    try await blobs.bytes.removePartial(upload.id)
    var finished = upload
    finished.hash = blob.hash
    return Self.progress(finished)
  }

  private func name(
    _ writer: inout any BlobWriter, _ upload: StoredUpload, _ metadata: UploadMetadata
  ) async throws -> StoredBlob {
    do {
      return try await blobs.name(&writer, expecting: try metadata.hash()) { hash, size in
        let blob = StoredBlob(
          hash: hash.description, mimeType: metadata.mediaType, size: size, createdAt: now,
          credentialId: upload.credentialId)
        return try await index.finishUpload(id: upload.id, as: blob)
      }
    } catch let error as BlobStoreError where error.code == .mismatch {
      try await discard(upload.id)
      throw UploadRefusal.hash(actual: error.description)
    }
  }

  private func discard(_ id: String) async throws {
    try await index.deleteUpload(id: id)
    await memory.forget(id)
    try await blobs.bytes.removePartial(id)
  }

  /// An upload as its bytes are: they may be further than its row.
  private func bytes(of id: String, _ credentialId: String) async throws -> KeptUpload {
    var kept = KeptUpload(try await upload(id, credentialId))
    guard kept.upload.hash == nil, kept.upload.isDeclared,
      let size = try await blobs.bytes.size(ofPartial: id)
    else { return kept }
    kept.upload.offset = min(max(size, kept.durable), kept.upload.length)
    return kept
  }

  private func upload(_ id: String, _ credentialId: String) async throws -> StoredUpload {
    guard let upload = try await index.upload(id: id), upload.credentialId == credentialId else {
      throw UploadRefusal.unknown
    }
    return upload
  }

  private static func progress(_ upload: StoredUpload) -> Progress {
    Progress(
      id: upload.id, length: upload.length, offset: upload.offset,
      expiresAt: upload.hash == nil ? upload.expiresAt : nil, metadata: upload.metadata,
      hash: upload.hash)
  }
}
