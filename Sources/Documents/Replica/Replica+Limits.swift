extension Replica {
  /// What the elements of one change may count: half of what a server takes at once.
  private static let largestUpdate = 1 << 20

  /// The most bytes of one change that fits into what a server takes at once, 2 MiB, with what it
  /// has seen and with a presence.
  public static let largestChange = (2 << 20) - (128 << 10)

  /// Refuses a change that no server could take.
  ///
  /// - Throws: `.tooLarge`.
  func checkChange(of transaction: Transaction, _ message: String?) throws(DocumentsError) {
    transaction.finishEdit()
    let operations = transaction.operations
    let weight = operations.reduce(0) { $0 + $1.weight }
    guard weight <= Self.largestUpdate else {
      throw DocumentsError(
        code: .tooLarge,
        detail: "the elements count \(weight) of \(Self.largestUpdate) bytes; "
          + "one change cannot have more")
    }
    // A keystroke is not written twice.
    guard let changeLimit,
      operations.reduce(message?.utf8.count ?? 0, { $0 + $1.roughBytes }) > changeLimit / 16
    else { return }
    let change = Change(
      id: ChangeID(
        clientSequence: clientSequence + 1, lamport: transaction.lamport, actor: actor,
        others: others),
      message: message, operations: operations, presence: nil)
    var writer = ChangeWriter()
    let count = writer.encode([change]).count
    guard count > changeLimit else { return }
    throw DocumentsError(
      code: .tooLarge,
      detail: "the change has \(count) of \(changeLimit) bytes; one change cannot have more")
  }
}

extension Operation {
  /// About as many bytes as the operation takes when it is written, as far as that is many.
  fileprivate var roughBytes: Int {
    switch self {
    case .set(_, let key, let value, _): key.utf8.count + value.roughBytes
    case .add(_, _, let value, _), .replace(_, _, let value, _): value.roughBytes
    case .move, .remove, .increase: 16
    case .edit(_, let edit, _): edit.content.utf8.count + 8 * edit.removed.count
    case .style(_, let reaches, _, _): 8 * reaches.count
    case .restore(_, let restored, let deleted, _):
      restored.reduce(8 * deleted.count) { $0 + 8 + $1.content.utf8.count }
    }
  }
}

extension ElementValue {
  fileprivate var roughBytes: Int {
    switch self {
    case .primitive(.string(let value)): value.utf8.count
    case .primitive(.bytes(let value)): value.count
    case .primitive, .counter: 8
    case .text(let runs): runs.reduce(8) { $0 + $1.content.utf8.count }
    case .object(let members):
      members.reduce(8) { $0 + $1.key.utf8.count + $1.value.roughBytes }
    case .array(let values): values.reduce(8) { $0 + $1.roughBytes }
    }
  }
}
