import GRDB

extension StoreWriter {
  private var uploads: UploadTable { UploadTable(db: db) }

  // MARK: - Items

  /// Adds a file that an import brings to an item, before others of its name if it is meant: those
  /// are what it was at earlier imports, and a text means the first.
  ///
  /// - Returns: Whether the item did not have it under this name, or not before the others.
  @discardableResult
  func addFile(_ file: NewFile, to id: String) throws -> Bool {
    func place(_ others: [Attachment]) -> Int {
      guard file.isMeant else { return others.endIndex }
      return others.firstIndex { $0.title == file.attachment.title } ?? others.endIndex
    }
    if try attach(file.attachment, size: file.size, to: id, at: place) { return true }
    var record = try existingRecord(id: id)
    var present = try attachments(of: record)
    let former = present.firstIndex {
      $0.blobRef == file.attachment.blobRef && $0.title == file.attachment.title
    }
    guard file.isMeant, let former else { return false }
    let entry = present.remove(at: former)
    present.insert(entry, at: min(former, place(present)))
    return try update(&record, patch: [:], UpdateOptions(attachments: present))
  }

  /// Gives the files of an item an order; those that are not in it come last.
  func order(_ attachments: [Attachment], of record: inout ItemRecord) throws {
    func place(_ entry: Attachment) -> Int { attachments.firstIndex(of: entry) ?? .max }
    let present = try self.attachments(of: record)
    let ordered = present.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
    try update(&record, patch: [:], UpdateOptions(attachments: ordered.map(\.element)))
  }

  /// Adds a blob, whose bytes are here, to an item; in a store with a server it is to be sent
  /// first.
  ///
  /// - Parameters:
  ///   - attachment: The entry.
  ///   - size: The bytes of the blob.
  ///   - id: The item.
  ///   - place: Chooses its place among the others; after them when not given.
  /// - Returns: Whether the item did not have it under this name.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`.
  @discardableResult
  func attach(
    _ attachment: Attachment, size: Int64, to id: String,
    at place: ([Attachment]) -> Int = \.endIndex
  ) throws -> Bool {
    var record = try existingRecord(id: id)
    var present = try attachments(of: record)
    try ItemRules.validate([attachment])
    try uploads.keep(attachment.blobRef, mimeType: attachment.mimeType, size: size, now: now)
    let isNew = !present.contains {
      $0.blobRef == attachment.blobRef && $0.title == attachment.title
    }
    // Before the change that waits for it.
    try queueUpload(of: attachment.blobRef, name: attachment.title ?? "")
    guard isNew else { return false }
    present.insert(attachment, at: place(present))
    return try update(&record, patch: [:], UpdateOptions(attachments: present))
  }

  /// Takes a blob away from an item, under all its names.
  ///
  /// - Returns: What was taken away.
  func detach(_ hash: String, from record: inout ItemRecord) throws -> [Attachment] {
    try detach(from: &record) { $0.blobRef == hash }
  }

  /// Takes entries away from an item; nobody sends their blobs any more if no entry of any item has
  /// them.
  ///
  /// - Returns: What was taken away.
  func detach(
    from record: inout ItemRecord, where isMeant: (Attachment) -> Bool
  ) throws -> [Attachment] {
    let present = try attachments(of: record)
    let removed = present.filter(isMeant)
    guard !removed.isEmpty else { return [] }
    try update(
      &record, patch: [:], UpdateOptions(attachments: present.filter { !isMeant($0) }))
    for hash in Set(removed.map(\.blobRef)) where try uploads.items(with: hash).isEmpty {
      try forgetUpload(hash)
    }
    return removed
  }

  /// The entries of an item.
  func attachments(of record: ItemRecord) throws -> [Attachment] {
    try record.attachments.map { try StoredJSON.attachments($0) } ?? []
  }

  /// Without the entries whose blobs are still to be sent: a later change names them.
  ///
  /// Those that the server knows stay, also where their blobs are sent once more.
  func sendable(
    _ attachments: [Attachment], confirmed: [Attachment] = []
  ) throws -> [Attachment] {
    if attachments.isEmpty { return [] }
    let table = QueueTable(db: db)
    return try attachments.filter {
      try confirmed.contains($0) || !table.isQueued(.uploadBlob, subject: $0.blobRef)
    }
  }

  // MARK: - Uploads

  /// Queues the bytes of a blob, unless the server has them or they are queued.
  func queueUpload(of hash: String, name: String) throws {
    guard try records(.uploadBlob), let blob = try uploads.blob(hash), !blob.isOnServer
    else { return }
    try addUpload(hash, name: name)
    guard try !QueueTable(db: db).isQueued(.uploadBlob, subject: hash) else { return }
    recorder.record(MutationIntent(kind: .uploadBlob, subject: hash))
  }

  /// Notes the bytes of a new item's files and queues them, with a change that waits for them: the
  /// item's creation need not wait.
  func addFiles(_ files: [NewFile], to record: ItemRecord) throws {
    if files.isEmpty { return }
    try ItemRules.validate(files.map(\.attachment))
    for file in files {
      let attachment = file.attachment
      try uploads.keep(
        attachment.blobRef, mimeType: attachment.mimeType, size: file.size, now: now)
    }
    guard try records(.uploadBlob) else { return }
    var awaited: [MutationReference] = []
    for attachment in files.map(\.attachment) {
      guard let blob = try uploads.blob(attachment.blobRef), !blob.isOnServer else { continue }
      try insertUpload(attachment.blobRef, name: attachment.title ?? "")
      awaited.append(MutationReference(role: .blob, id: attachment.blobRef))
    }
    if awaited.isEmpty { return }
    try self.record(.updateItem, of: record, side: .attachments, references: awaited)
  }

  /// Queues the files of items that are queued already, each with a change that waits for them: the
  /// texts need not wait.
  func queueFiles(of items: [(key: Int64, attachments: [Attachment])]) throws {
    let table = QueueTable(db: db)
    for (key, attachments) in items {
      var awaited: [MutationReference] = []
      for attachment in attachments {
        let hash = attachment.blobRef
        guard let blob = try uploads.blob(hash), !blob.isOnServer else { continue }
        try insertUpload(hash, name: attachment.title ?? "")
        awaited.append(MutationReference(role: .blob, id: hash))
      }
      if awaited.isEmpty { continue }
      try table.insert(
        MutationIntent(kind: .updateItem, item: key, side: .attachments, references: awaited),
        id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
    }
  }

  /// Queues the files of all items, whose server was set back; it is asked which of them it lacks.
  ///
  /// Items that are held since it lacks them, too, or names other files of them, each get a change
  /// that waits for their files.
  func sendFilesAgain(of held: [Int64]) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT key, attachments FROM item WHERE attachments IS NOT NULL ORDER BY key")
    let held = Set(held)
    var waiting: [(key: Int64, attachments: [Attachment])] = []
    for row in rows {
      let attachments = try row.optionalText(1).map { try StoredJSON.attachments($0) } ?? []
      for attachment in attachments {
        let hash = attachment.blobRef
        guard let blob = try uploads.blob(hash), blob.isOnServer else { continue }
        try db.cachedStatement(sql: "UPDATE blob SET is_on_server = 0 WHERE hash = ?")
          .execute(arguments: [hash])
        try insertUpload(hash, name: attachment.title ?? "")
      }
      if held.contains(row[0]) { waiting.append((row[0], attachments)) }
    }
    try queueFiles(of: waiting)
  }

  /// Queues blobs that the server lacks, if an item has them.
  func offerAgain(_ hashes: [String]) throws {
    for hash in hashes {
      try db.cachedStatement(sql: "UPDATE blob SET is_on_server = 0 WHERE hash = ?")
        .execute(arguments: [hash])
      guard let key = try uploads.items(with: hash).first, let record = try record(key: key)
      else { continue }
      let name = try attachments(of: record).first { $0.blobRef == hash }?.title
      try insertUpload(hash, name: name ?? "")
    }
  }

  private func insertUpload(_ hash: String, name: String) throws {
    let table = QueueTable(db: db)
    try addUpload(hash, name: name)
    guard try !table.isQueued(.uploadBlob, subject: hash) else { return }
    try table.insert(
      MutationIntent(kind: .uploadBlob, subject: hash), id: environment.ids.nextId(),
      baseVersion: nil, createdAt: now)
  }

  /// Adds an upload; where it had failed, its items are no longer those of a file that could not be
  /// sent.
  private func addUpload(_ hash: String, name: String) throws {
    let hadFailed = try uploads.state(of: hash)?.state == .failed
    try uploads.add(hash, name: name, now: now)
    guard hadFailed else { return }
    for key in try uploads.items(with: hash) { try settle(key) }
  }

  /// Notes that the server has a blob: what waits for it may go.
  func finishUpload(_ hash: String) throws {
    try db.cachedStatement(sql: "UPDATE blob SET is_on_server = 1 WHERE hash = ?")
      .execute(arguments: [hash])
    try forgetUpload(hash)
  }

  /// Notes that a blob cannot be sent, until somebody tries again; what waits for it goes without.
  func failUpload(_ hash: String, words: String) throws {
    try uploads.set(.failed, error: words, of: hash)
    try uploads.release(hash)
    for key in try uploads.items(with: hash) { try settle(key) }
  }

  /// Whether a file of an item could not be sent: the item is not on the server as it is here.
  func hasFailedFile(_ key: Int64) throws -> Bool {
    let attachments = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT attachments FROM item WHERE key = ? AND attachment_count > 0"),
      arguments: [key])
    guard let text = attachments?.optionalText(0) else { return false }
    return try StoredJSON.attachments(text).contains {
      try uploads.state(of: $0.blobRef)?.state == .failed
    }
  }

  /// Lets an upload that was stopped, or that failed, go on.
  func resumeUpload(_ hash: String) throws {
    switch try uploads.state(of: hash)?.state {
    case .paused: try uploads.set(.queued, of: hash)
    case .failed: try insertUpload(hash, name: "")
    case .queued, nil: break
    }
  }

  /// Gives an upload up, and takes its blob away from the items that the server would never get it
  /// of.
  func cancelUpload(_ hash: String) throws {
    guard try uploads.state(of: hash) != nil else { return }
    for key in try uploads.items(with: hash) {
      if var record = try record(key: key) { _ = try detach(hash, from: &record) }
    }
    try forgetUpload(hash)
  }

  /// Shows what the server has of an item of which a change was given up; a file that no item has
  /// then is sent by nobody.
  func showConfirmedFiles(_ key: Int64?) throws {
    let record = try key.flatMap { try self.record(key: $0) }
    let before = try record.map { try attachments(of: $0) } ?? []
    try showConfirmed(key)
    for attachment in before where try uploads.items(with: attachment.blobRef).isEmpty {
      try forgetUpload(attachment.blobRef)
    }
  }

  /// Gives up what was to be sent for an item that is gone, and for no other one.
  func forgetUploads(of record: ItemRecord) throws {
    for attachment in try attachments(of: record)
    where try uploads.items(with: attachment.blobRef).isEmpty {
      try forgetUpload(attachment.blobRef)
      try touchBlob(attachment.blobRef)
    }
  }

  /// Notes that somebody wanted a blob, or had it until now.
  func touchBlob(_ hash: String) throws {
    try db.cachedStatement(sql: "UPDATE blob SET used_at = ? WHERE hash = ?")
      .execute(arguments: [now, hash])
  }

  private func forgetUpload(_ hash: String) throws {
    try uploads.remove(hash)
    try uploads.release(hash)
  }
}
