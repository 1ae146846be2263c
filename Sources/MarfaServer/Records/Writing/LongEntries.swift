import MarfaModel

/// What entries of `POST /items/bulk` need that takes long, found out on a reader where the writer
/// is not to stop between them.
struct LongEntries: Sendable {
  /// Items whose versions are to be thinned before they are changed.
  private(set) var histories: [LongHistory] = []
  /// What becomes of long documents; of each only for the first entry that changes it.
  private(set) var edits: [BoundEdit] = []

  /// No entries.
  init() {}

  /// Looks at each entry; one that is refused needs nothing.
  ///
  /// - Throws: What the storage throws.
  init(
    of body: BulkBody<CreateItemInput>, _ context: WriteContext, in rows: any RecordRows
  ) throws {
    // What is there is passed over then.
    if body.mode == .createOnly { return }
    let planner = ItemPlanner(rows: rows, context: context)
    for entry in body.entries {
      do {
        try add(planner.plan(entry, over: planner.find(entry), .updates), planner)
      } catch is any MarfaError {
        // The writer refuses it, too.
      }
    }
  }

  /// Looks at an entry.
  ///
  /// - Throws: What the storage throws, or `ValidationError` for what cannot be a text.
  mutating func add(_ plan: CreationPlan, _ planner: ItemPlanner) throws {
    guard case .update(let row, let update) = plan.change else { return }
    let (rows, limits) = (planner.rows, planner.context.limits)
    if try rows.hasLongHistory(row, limits) { histories.append(LongHistory(itemId: row.id)) }
    guard update.new.version != update.old.version else { return }
    let long = try rows.documents(ofItem: row.id).filter { document in
      document.size > Int64(limits.wholeDocumentBytes)
        && !edits.contains { $0.change.document.number == document.number }
    }
    edits += try BoundChange.all(of: update.new.properties, over: update.old.properties, long)
      .map { try BoundEdit($0, in: rows) }
  }
}
