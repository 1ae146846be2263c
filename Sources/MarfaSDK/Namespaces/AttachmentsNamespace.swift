import Foundation

/// The files that belong to notes: attached, listed, opened and taken away.
///
/// The bytes are kept on this machine under their hash, next to the notes. In a store that has a
/// server they are sent, and the change that names them waits for them; the note's text does not.
///
/// ```swift
/// let added = try await attachments.add(file: picture, to: note.id)
/// for one in try await attachments.list(note.id) { show(one.attachment.title ?? "") }
/// let path = try await attachments.get(added.attachment.blobRef)
/// ```
///
/// The rows and the bytes are always those of this machine; where bytes come from that are not here
/// is the backend's part.
public struct AttachmentsNamespace: Sendable {
  let store: LocalStore
  /// Brings what is not here.
  let source: any BlobSource

  /// The files of a store, with a way to those that are not here; nil for none.
  package init(store: LocalStore, downloader: BlobDownloader?) {
    self.store = store
    source = downloader.map { ServerBlobs(store: store, downloader: $0) } ?? NoBlobSource()
  }

  /// Attaches a file to an item; its bytes are copied, and the file may then go.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - id: The item.
  ///   - title: What a person calls it; the file's name when nil.
  ///   - mimeType: The media type; that of the file's ending when nil.
  ///   - role: What it is to the item.
  ///   - onProgress: Called with the bytes that were read, on a thread of its own.
  /// - Returns: The attachment.
  /// - Throws: `BlobFileError`, `NotFoundError` or `LocalStorageError`; nothing is attached then.
  @discardableResult
  public func add(
    file path: String, to id: String, title: String? = nil, mimeType: String? = nil,
    role: String? = nil, onProgress: BlobFiles.ProgressHandler? = nil
  ) async throws -> ItemAttachment {
    try await store.documented { store in
      let profile = try await store.serverProfile()
      // A missing item, and a full one, are reported before a long file is read.
      try await checkPlace(in: id, for: path, profile)
      let name = title ?? URL(filePath: path).lastPathComponent
      let reading = store.uploadActivity.beginReading(name)
      defer { reading.end() }
      let taken = try await store.blobs.take(file: path, limit: profile.largestBlob) {
        reading.report($0, of: $1)
        onProgress?($0, $1)
      }
      let attachment = Attachment(
        blobRef: taken.hash, mimeType: mimeType ?? MediaTypes.ofFile(path), title: name, role: role)
      return try await attach(attachment, size: taken.size, to: id)
    }
  }

  /// Attaches bytes to an item.
  ///
  /// - Parameters:
  ///   - data: The bytes, as `Data` or `[UInt8]`.
  ///   - id: The item.
  ///   - title: What a person calls it.
  ///   - mimeType: The media type; that of the title's ending when nil.
  ///   - role: What it is to the item.
  /// - Returns: The attachment.
  /// - Throws: `BlobFileError`, `NotFoundError` or `LocalStorageError`; nothing is attached then.
  @discardableResult
  public func add(
    data: some Collection<UInt8> & Sendable, to id: String, title: String,
    mimeType: String? = nil, role: String? = nil
  ) async throws -> ItemAttachment {
    let bytes = Array(data)
    return try await store.documented { store in
      try await checkPlace(in: id, for: title, store.serverProfile())
      let taken = try await store.blobs.take(bytes: bytes)
      let attachment = Attachment(
        blobRef: taken.hash, mimeType: mimeType ?? MediaTypes.ofFile(title), title: title,
        role: role)
      return try await attach(attachment, size: taken.size, to: id)
    }
  }

  /// Says what is in the way of attaching a file, before any of it is read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - id: The item that it is for.
  /// - Throws: `BlobFileError`, `NotFoundError` or `LocalStorageError`; nothing for a file that can
  ///   be attached as it is now.
  package func check(file path: String, for id: String) async throws {
    try await store.documented { store in
      let profile = try await store.serverProfile()
      try await checkPlace(in: id, for: path, profile)
      try await store.blobs.check(file: path, limit: profile.largestBlob)
    }
  }

  /// Refuses one more file for an item that has as many as the server takes.
  private func checkPlace(
    in id: String, for name: String, _ profile: ServerProfile
  ) async throws {
    let count = try await store.attachments(ofItem: id).count
    guard let limit = profile.itemAttachments, count >= limit else { return }
    throw BlobFileError(
      .tooMany, name, "the server takes no more files of one item", size: Int64(count),
      limit: Int64(limit))
  }

  private func attach(
    _ attachment: Attachment, size: Int64, to id: String
  ) async throws -> ItemAttachment {
    let attached = try await store.attach(attachment, size: size, to: id)
    return attached.first { $0.attachment == attachment } ?? attached.first
      ?? ItemAttachment(attachment: attachment, size: size, state: .here)
  }

  /// The attachments of an item, in its order.
  ///
  /// - Parameter id: The item.
  /// - Returns: The attachments; none for an item without any.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func list(_ id: String) async throws -> [ItemAttachment] {
    try await store.documented { try await $0.attachments(ofItem: id) }
  }

  /// Asks the server once how large the files of an item are that are not on this machine.
  ///
  /// What it says is kept, and `list(_:)` shows it from then on. A server that does not tag blobs
  /// with their hash is not believed.
  ///
  /// - Parameter id: The item.
  /// - Returns: Whether a size is known now that was not.
  /// - Throws: `NotFoundError`, `NetworkError` or `LocalStorageError`; nothing is kept then.
  @discardableResult
  public func learnSizes(of id: String) async throws -> Bool {
    try await store.documented { store in
      var sizes: [String: Int64] = [:]
      for file in try await store.attachments(ofItem: id) {
        let hash = file.attachment.blobRef
        guard file.state == .remote, file.size == nil, sizes[hash] == nil else { continue }
        sizes[hash] = try await source.size(of: hash)
      }
      if !sizes.isEmpty { try await store.noteSizes(sizes) }
      return !sizes.isEmpty
    }
  }

  /// Takes one attachment away from an item; its bytes stay on this machine, and so do other
  /// attachments of the item that have the same bytes under another name.
  ///
  /// - Parameters:
  ///   - attachment: The attachment, as the item has it.
  ///   - id: The item.
  /// - Returns: Whether the item had it.
  /// - Throws: `NotFoundError` or `LocalStorageError`; nothing is changed then.
  @discardableResult
  public func remove(_ attachment: Attachment, from id: String) async throws -> Bool {
    try await store.documented { try await !$0.detach(attachment, from: id).isEmpty }
  }

  /// Takes a blob away from an item, under all its names; its bytes stay on this machine.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - id: The item.
  /// - Returns: The entries that were taken away; none when the item did not have it.
  /// - Throws: `NotFoundError` or `LocalStorageError`; nothing is changed then.
  @discardableResult
  public func remove(_ hash: String, from id: String) async throws -> [Attachment] {
    try await store.documented { try await $0.detach(hash, from: id) }
  }

  /// Gives the file of a blob, which is brought from the server if it is not here; read only.
  ///
  /// Its bytes are compared with its hash first. Damaged ones are fetched again.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - onProgress: Called with the bytes that have come, and their total.
  /// - Returns: The path.
  /// - Throws: `BlobFileError` with `.missing` for a blob that is not on this machine and has no
  ///   server to come from, `.damaged`, `.damagedOnServer` or `.noRoom`; `NotFoundError` when the
  ///   server does not have it; another `MarfaError` that it answers; `LocalStorageError`.
  public func get(
    _ hash: String, onProgress: BlobFiles.ProgressHandler? = nil
  ) async throws -> String {
    try await store.documented { store in
      do {
        let path = try await store.blobs.verified(hash)
        try await store.touchBlob(hash)
        return path
      } catch let error as BlobFileError where error.kind == .missing || error.kind == .damaged {
        try await source.fetch(hash, or: error, for: nil, onProgress: onProgress)
        return try store.blobs.path(of: hash)
      }
    }
  }

  /// Copies a blob to a new file, after bringing it from the server if it is not here.
  ///
  /// Its bytes are compared with its hash. The copy is written as `cp` writes one: the system
  /// brings it to the device in its own time, while the blob itself is durable. What came and would
  /// take more than a quarter of ``ClientConfiguration/blobCacheBytes`` becomes the file, and is
  /// not kept here as well.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - path: The new file, which must not be there.
  ///   - onProgress: Called with the bytes that have come, and their total.
  /// - Throws: As ``get(_:onProgress:)``; no file is left then.
  public func copy(
    _ hash: String, to path: String, onProgress: BlobFiles.ProgressHandler? = nil
  ) async throws {
    try await store.documented { store in
      do {
        try await store.blobs.copy(hash, to: path, comparing: true, isDurable: false)
        try await store.touchBlob(hash)
      } catch let error as BlobFileError where error.kind == .missing || error.kind == .damaged {
        let file = error.kind == .missing ? path : nil
        let isGiven = try await source.fetch(hash, or: error, for: file, onProgress: onProgress)
        if isGiven { return }
        try await store.blobs.copy(hash, to: path, comparing: false, isDurable: false)
      }
    }
  }
}

// MARK: - Uploads

extension AttachmentsNamespace {
  /// The uploads that are not over, in the order in which they begin.
  ///
  /// - Returns: The uploads; none in a store without a server.
  /// - Throws: `LocalStorageError`.
  public func uploads() async throws -> [BlobUpload] {
    try await store.documented { try await $0.uploads() }
  }

  /// Stops an upload for now; one that is not queued is passed over.
  ///
  /// - Throws: `LocalStorageError`.
  public func pause(_ hash: String) async throws {
    try await store.documented { try await $0.pauseUpload(hash) }
  }

  /// Lets an upload that was stopped, or that failed, go on from where the server has it.
  ///
  /// - Throws: `LocalStorageError`.
  public func resume(_ hash: String) async throws {
    try await store.documented { try await $0.resumeUpload(hash) }
  }

  /// Gives an upload up, and takes its blob away from every item: the server would not have it.
  ///
  /// - Throws: `LocalStorageError`.
  public func cancel(_ hash: String) async throws {
    try await store.documented { try await $0.cancelUpload(hash) }
  }

  /// Puts an upload at a place of the order; 0 is the first.
  ///
  /// - Throws: `LocalStorageError`.
  public func move(_ hash: String, to place: Int) async throws {
    try await store.documented { try await $0.moveUpload(hash, to: place) }
  }
}

extension MarfaClient {
  /// The files that belong to notes; nil for a client that keeps no notes on this machine.
  public var attachments: AttachmentsNamespace? {
    store.map { AttachmentsNamespace(store: $0, downloader: downloader) }
  }
}

extension MarfaClient {
  /// Asks the server whether it still has the files that it had and that are here, and queues those
  /// that it lacks.
  ///
  /// - Throws: `StorageError` or `CancellationError`; a server that does not answer is asked
  ///   another time.
  package func offerLostFiles() async throws {
    guard let store, let downloader else { return }
    try await LostBlobs(store: store, transport: downloader.transport).offer()
  }
}

extension LocalClient {
  /// The files that belong to notes.
  package var attachments: AttachmentsNamespace {
    AttachmentsNamespace(store: store, downloader: client.downloader)
  }
}
