import MarfaModel

/// What a reader found of the next items of a bulk action: a filter may take long for long texts,
/// and nobody else writes while the writer judges.
struct BulkActionStep: Sendable {
  private struct Judgement {
    /// The item as it was; nil when it was gone.
    var row: ItemRow?
    /// Whether the action is about it.
    var fits: Bool
  }

  private var judged: [Int64: Judgement] = [:]
  /// The newest event, if the action asks about edges: a change of them does not show in an item's
  /// row.
  private var newestEvent: Int64?
  /// An item that was looked at before, and why it is not changed.
  var refused: BulkActionPart.Refusal?

  /// Judges the next items of a plan, as many as are changed at once; at least one.
  ///
  /// - Throws: What the storage throws, also when the filter takes too long for them.
  init(
    _ action: BulkAction, _ keys: ArraySlice<Int64>, _ context: WriteContext,
    in reader: any RecordRows
  ) throws {
    let selection = try BulkActionPlan.selection(action, context.access, in: reader)
    var bytes = 0
    for key in keys.prefix(context.limits.sliceEntries) where bytes < context.limits.sliceTextBytes
    {
      judged[key] = Judgement(row: try reader.item(key: key), fits: false)
      bytes += judged[key]?.row?.size ?? 0
    }
    for key in try reader.itemKeys(selection, among: Array(judged.keys)) {
      judged[key]?.fits = true
    }
    if selection.asksAboutEdges { newestEvent = try reader.eventBounds().newest }
  }

  /// The items of a plan that were judged; where others are next, as many as are changed at once.
  func next(of keys: ArraySlice<Int64>, _ limits: RecordLimits) -> ArraySlice<Int64> {
    let most = keys.prefix(limits.sliceEntries)
    let known = most.prefix { judged[$0] != nil }
    return known.isEmpty ? most : known
  }

  /// Whether nothing but the rows of the items may have changed what was found.
  func holds(in writer: any RecordRows) throws -> Bool {
    try newestEvent.map { try writer.eventBounds().newest == $0 } ?? true
  }

  /// Whether the action is about an item; nil when it is not any more as it was.
  func fits(_ row: ItemRow) -> Bool? {
    judged[row.key].flatMap { $0.row == row ? $0.fits : nil }
  }
}
