import GRDB

/// A note, or a notebook, that two devices put into different notebooks before they knew of each
/// other.
///
/// The server takes the place that it hears of first and refuses the other one. Which of both it is
/// to be is asked with the refused changes: sent again, the item leaves the place that the other
/// one chose; given up, it stays there; moved once more, it is decided, too.
extension StoreWriter {
  /// The code of a place that the server has given away.
  static let movedElsewhere = "moved_elsewhere"

  /// Why a place is refused, in words that say what can be done.
  ///
  /// - Parameters:
  ///   - row: The change, as it was sent.
  ///   - refusal: What the server said.
  /// - Returns: The words; nil where it is no place, or refused for something else.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func refusedMove(_ row: QueueRow, _ refusal: MutationRefusal) throws -> MutationRefusal? {
    guard try isMove(row) else { return nil }
    let notebook =
      try row.intent.references.first { $0.role == .source }
      .flatMap { try record(id: $0.id)?.title } ?? ""
    let words: String
    switch refusal.code {
    case ErrorCode.edgeConstraintViolation:
      words =
        "Another device put it into another notebook. Sent again, it moves to “\(notebook)”; "
        + "discarded, it stays where that device put it."
    case ErrorCode.edgeCycle:
      words =
        "Another device put “\(notebook)” into it. Sent again, it moves into “\(notebook)”, which "
        + "leaves it; discarded, it stays where it was."
    default: return nil
    }
    return MutationRefusal(code: Self.movedElsewhere, message: words, status: nil)
  }

  /// The item that a change puts into a notebook; nil where it does something else.
  func movedItem(by row: QueueRow) throws -> Int64? {
    guard try isMove(row),
      let target = row.intent.references.first(where: { $0.role == .target })?.id
    else { return nil }
    return try record(id: target)?.key
  }

  private func isMove(_ row: QueueRow) throws -> Bool {
    guard row.intent.kind == .createEdge, let request = row.request else { return false }
    return try StoredJSON.object(request)["edge_type"]?.stringValue == Self.membership
  }

  /// Puts an item into the notebook that was refused, and out of the one that somebody else chose.
  ///
  /// - Parameters:
  ///   - target: The item.
  ///   - source: The notebook.
  /// - Throws: What a move throws; the transaction is then undone.
  func moveAgain(_ target: String, into source: String) throws {
    try acting(as: .person) {
      try forgetRefusedMoves(of: target)
      try leave(target, above: source)
      _ = try move(id: target, toNotebook: source)
    }
  }

  /// Takes the notebook on the way from one up to another one out of that.
  private func leave(_ target: String, above source: String) throws {
    var inner = source
    var seen: Set<String> = []
    while seen.insert(inner).inserted,
      let edge = try StoredEdges(db: db).edges(to: inner, ofType: Self.membership).first
    {
      if edge.sourceId == target { return try deleteEdge(id: edge.id) }
      inner = edge.sourceId
    }
  }

  /// Gives up the places of an item that the server refused, since another one is decided on.
  func forgetRefusedMoves(of id: String) throws {
    guard origin == .person, let item = try record(id: id)?.key else { return }
    for entry in try RefusedTable(db: db).entries(of: item) where entry.change.isMove {
      try RefusedTable(db: db).remove(entry.key)
      if let edge = entry.change.subject { try forgetEdge(id: edge) }
      try settle(item)
    }
  }
}
