import GRDB

extension LocalStore {
  /// Takes things back in one transaction, in order.
  ///
  /// - Parameters:
  ///   - reversals: What is undone.
  ///   - removal: How items that were made are removed.
  ///   - run: Whether it is done, or only said what would become of each; a notebook is then taken
  ///     for empty.
  /// - Returns: What became of each, in the same order.
  /// - Throws: What the lifecycle or an edge's rule has against a removal, or `StorageError`;
  ///   nothing is written then.
  package func revert(
    _ reversals: [Reversal], removal: ItemRemoval, run: RenameRun = .perform
  ) async throws -> [ReversalOutcome] {
    try await write { writer in
      try reversals.map { try writer.revert($0, removal, run) }
    }
  }
}

extension StoreWriter {
  fileprivate func revert(
    _ reversal: Reversal, _ removal: ItemRemoval, _ run: RenameRun
  ) throws -> ReversalOutcome {
    switch reversal {
    case .creation(let id, let tags, let notebook, let blobs):
      guard let record = try self.record(id: id) else { return .absent }
      if record.state != .trashed {
        if let change = try change(of: record, tags, notebook) { return change }
        let present = Set(try attachments(of: record).map(\.blobRef))
        if !present.isSubset(of: blobs) { return .attachedSince }
      }
      return try remove(record, removal, run)
    case .notebook(let id):
      guard let record = try self.record(id: id) else { return .absent }
      if run == .perform, try hasContents(record) { return .inUse }
      guard try record.state == .trashed || isStill(record, at: 1) else { return .editedSince }
      return try remove(record, removal, run)
    case .edit(
      let id, let before, let after, let addedTags, let removedTags, let addedBlobs, let order):
      guard var record = try self.record(id: id) else { return .absent }
      // The edit was meant and never made.
      if record.revision == before, after != before { return .absent }
      guard try isStill(record, at: after) else { return .editedSince }
      let old = try snapshot(of: record.key, revision: before)
      guard old != nil || before == after else { return .versionGone }
      guard run == .perform else { return .restored }
      if let old, before != after { try restore(old, to: &record) }
      for hash in addedBlobs { _ = try detach(hash, from: &record) }
      if let order { try self.order(order, of: &record) }
      let difference = TagDifference(from: Set(addedTags), to: Set(removedTags))
      _ = try setTags(difference.applied(to: record.tags).sorted(), of: &record)
      return .restored
    }
  }

  /// What was changed of an item since it was made; nil for nothing, or what was undone.
  private func change(
    of record: ItemRecord, _ tags: [String], _ notebook: String?
  ) throws -> ReversalOutcome? {
    guard try isStill(record, at: 1) else { return .editedSince }
    guard Set(record.tags) == Set(tags) else { return .taggedSince }
    guard record.state == .active else { return .stateChangedSince }
    let holder = try record.notebook.flatMap { try self.record(key: $0) }
    guard holder?.id == notebook else { return .movedSince }
    return try hasOwnEdges(record) ? .linkedSince : nil
  }

  /// Whether edges join an item to others that are in no text.
  private func hasOwnEdges(_ record: ItemRecord) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM edge WHERE (source = ?1 OR target = ?1)
          AND is_from_text = 0 AND type <> '\(EdgeType.parentOf.id)' LIMIT 1
        """)
    return try Int.fetchOne(statement, arguments: [record.key]) != nil
  }

  /// Whether an item has the properties of a revision of it: nobody changed it since, or what was
  /// changed was undone.
  private func isStill(_ record: ItemRecord, at revision: Int) throws -> Bool {
    if record.revision == revision { return true }
    return try snapshot(of: record.key, revision: revision) == storedProperties(of: record)
  }

  private func remove(
    _ record: ItemRecord, _ removal: ItemRemoval, _ run: RenameRun
  ) throws -> ReversalOutcome {
    guard removal == .purge || record.state != .trashed else { return .absent }
    guard run == .perform else { return .removed }
    switch removal {
    case .trash:
      var record = record
      try transition(&record, to: .trashed)
    case .purge: try purge(id: record.id)
    }
    return .removed
  }

  private func hasContents(_ notebook: ItemRecord) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM item WHERE notebook = ? AND state <> 2 LIMIT 1")
    return try Int.fetchOne(statement, arguments: [notebook.key]) != nil
  }
}
