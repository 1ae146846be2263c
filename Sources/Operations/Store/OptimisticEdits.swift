/// The edits that are shown before their mutations have ended, in the order in which they were
/// made.
///
/// The log holds edits, not snapshots: what is shown is the confirmed value with every edit
/// applied, so undoing one leaves the others in place. An edit that succeeded stays in the log
/// until all earlier ones are settled, because edits need not commute.
struct OptimisticEdits<Value: Sendable>: Sendable {
  private struct Edit: Sendable {
    let id: Int
    let transform: @Sendable (inout Value) -> Void
    var isCommitted: Bool
  }

  private var edits: [Edit] = []
  private var nextId = 0

  var isEmpty: Bool { edits.isEmpty }

  mutating func append(
    isCommitted: Bool = false, _ transform: @escaping @Sendable (inout Value) -> Void
  ) -> Int {
    nextId += 1
    edits.append(Edit(id: nextId, transform: transform, isCommitted: isCommitted))
    return nextId
  }

  /// What is shown over a confirmed value.
  func applied(to confirmed: Value) -> Value {
    var value = confirmed
    for edit in edits { edit.transform(&value) }
    return value
  }

  /// What the end of an edit means for the confirmed value.
  enum Settlement {
    /// The edit is not in the log.
    case unknown
    /// The confirmed value stays as it is.
    case unchanged
    /// The confirmed value becomes this one: it holds edits that can no longer be undone.
    case folded(Value)
  }

  /// Makes an edit permanent, or undoes it and no other.
  mutating func settle(_ id: Int, isCommitted: Bool, over confirmed: Value) -> Settlement {
    guard let index = edits.firstIndex(where: { $0.id == id }) else { return .unknown }
    if isCommitted { edits[index].isCommitted = true } else { edits.remove(at: index) }
    return fold(into: confirmed)
  }

  /// Forgets the edits that succeeded: a newer confirmed value holds them.
  mutating func dropCommitted() {
    edits.removeAll { $0.isCommitted }
  }

  mutating func removeAll() {
    edits = []
  }

  private mutating func fold(into confirmed: Value) -> Settlement {
    let settled = edits.prefix { $0.isCommitted }
    guard !settled.isEmpty else { return .unchanged }
    var value = confirmed
    for edit in settled { edit.transform(&value) }
    edits.removeFirst(settled.count)
    return .folded(value)
  }
}
