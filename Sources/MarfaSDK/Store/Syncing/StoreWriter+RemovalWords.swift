import GRDB

extension StoreWriter {
  /// Why a server refuses a change, in its words; in others where a person can do something about
  /// it that the server does not know of.
  func refusal(
    of row: QueueRow, _ code: String, _ message: String, _ status: Int, _ reply: MutationReply
  ) throws -> (MutationRefusal, any Error) {
    guard let words = try removalWords(of: row, status) else {
      return (MutationRefusal(code: code, message: message, status: status), reply.error())
    }
    return (
      MutationRefusal(code: code, message: words, status: status),
      NotFoundError(code: code, message: words)
    )
  }

  /// The words of a change that a server refuses since it no longer has the item, while the person
  /// is asked whether that many items are to be removed.
  ///
  /// - Parameters:
  ///   - row: The change.
  ///   - status: What the server answered.
  /// - Returns: What happened, by the item's title, and what to do; nil for another refusal.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  private func removalWords(of row: QueueRow, _ status: Int) throws -> String? {
    guard status == 404, let key = row.intent.item, let record = try record(key: key),
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM doubtful WHERE id = ? AND needs_person = 1"),
        arguments: [record.id]) != nil
    else { return nil }
    let name = record.title.isEmpty ? "This note" : "“\(record.title)”"
    return "\(name) is one of many that the server no longer shows, and waits here with what was "
      + "changed. Answer the question about them first, in the sync drawer or with "
      + "`marfa sync --allow-removals`."
  }
}
