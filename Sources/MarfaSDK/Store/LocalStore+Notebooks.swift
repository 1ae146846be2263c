import GRDB

/// What becomes of the notes in a notebook that is removed.
public enum NotebookContents: Hashable, Sendable {
  /// They stay and are in no notebook any more; notebooks in it move to where it was.
  case kept
  /// They go to the trash with it, and so do the notebooks in it with theirs.
  case trashed
}

/// What the removal of a notebook did.
public struct NotebookRemoval: Hashable, Sendable {
  /// The notebooks that are in the trash now, outermost first.
  public var notebookIds: [String] = []
  /// The notes that went to the trash, or that are in no notebook any more.
  public var noteIds: [String] = []

  /// What was moved, by the ids.
  public init(notebookIds: [String] = [], noteIds: [String] = []) {
    self.notebookIds = notebookIds
    self.noteIds = noteIds
  }
}

extension LocalStore {
  /// Removes a notebook, which goes to the trash, in one transaction; nothing is deleted
  /// permanently.
  ///
  /// What is in the trash already stays as it is.
  ///
  /// - Parameters:
  ///   - id: The notebook's id.
  ///   - contents: What becomes of what is in it.
  /// - Returns: What was moved.
  /// - Throws: `NotFoundError`, `ValidationError` for an item that is no notebook, or
  ///   `StorageError`; nothing is written then.
  @discardableResult
  public func removeNotebook(
    id: String, contents: NotebookContents
  ) async throws -> NotebookRemoval {
    try await write { try $0.removeNotebook(id: id, contents: contents) }
  }
}

extension StoreWriter {
  /// Refuses a notebook next to another one of its title: their paths would be the same.
  ///
  /// - Throws: `ValidationError`.
  func requireFreePath(of record: ItemRecord, titled title: String, in holder: Int64?) throws {
    guard origin == .person, record.type == CoreGroup.typeIdentifier else { return }
    let taken = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT key FROM item
          WHERE title_sort = ? AND state < 2 AND type = ? AND notebook IS ? AND key <> ?
          """),
      arguments: [TextFold.fold(title), CoreGroup.typeIdentifier, holder, record.key])
    guard taken != nil else { return }
    let path = try LinkResolver(db: db).folders(ofNotebook: holder) + [title]
    throw ValidationError(
      message: "There is a notebook “\(path.joined(separator: "/"))” already.")
  }

  func removeNotebook(id: String, contents: NotebookContents) throws -> NotebookRemoval {
    var notebook = try existingRecord(id: id)
    guard notebook.type == CoreGroup.typeIdentifier else {
      throw ValidationError(
        message: "“\(notebook.title)” is not a notebook.")
    }
    var removal = NotebookRemoval()
    switch contents {
    case .kept: try release(from: notebook, &removal)
    case .trashed: try trashContents(of: notebook, &removal)
    }
    removal.notebookIds.insert(id, at: 0)
    // Its counters have changed with what was in it.
    notebook = try existingRecord(id: id)
    try transition(&notebook, to: .trashed)
    return removal
  }

  /// Takes everything out of a notebook; notebooks go to the one that holds it.
  private func release(from notebook: ItemRecord, _ removal: inout NotebookRemoval) throws {
    let edges = StoredEdges(db: db)
    let parent = try edges.edges(to: notebook.id, ofType: Self.membership).first?.sourceId
    for edge in try edges.edges(from: notebook.id, ofType: Self.membership) {
      let item = try existingRecord(id: edge.targetId)
      // What is in the trash comes back to where it was, if that comes back, too.
      guard item.state != .trashed else { continue }
      try deleteEdge(id: edge.id)
      guard item.type == CoreGroup.typeIdentifier else {
        removal.noteIds.append(item.id)
        continue
      }
      if let parent {
        _ = try addEdge(
          CreateEdgeInput(sourceId: parent, targetId: item.id, edgeType: Self.membership))
      }
    }
  }

  /// Moves everything in a notebook to the trash; it stays where it is there.
  private func trashContents(of notebook: ItemRecord, _ removal: inout NotebookRemoval) throws {
    var waiting = [notebook.id]
    var seen: Set<String> = [notebook.id]
    while let next = waiting.popLast() {
      for edge in try StoredEdges(db: db).edges(from: next, ofType: Self.membership)
      where seen.insert(edge.targetId).inserted {
        var item = try existingRecord(id: edge.targetId)
        guard item.state != .trashed else { continue }
        try transition(&item, to: .trashed)
        if item.type == CoreGroup.typeIdentifier {
          removal.notebookIds.append(item.id)
          waiting.append(item.id)
        } else {
          removal.noteIds.append(item.id)
        }
      }
    }
  }
}
