extension History.Entry {
  /// The entry, and after it another, as one.
  func followed(by next: History.Entry?) -> History.Entry {
    guard let next else { return self }
    return History.Entry(
      steps: steps + next.steps,
      presence: presence.merging(next.presence) { _, later in later })
  }

  /// Two entries that do the same one after the other; nil for an entry that cannot be cut.
  func halves(in root: Root) -> (first: History.Entry, second: History.Entry)? {
    if steps.count > 1 {
      let middle = steps.count / 2
      return (
        History.Entry(steps: Array(steps[..<middle])),
        History.Entry(steps: Array(steps[middle...]), presence: presence)
      )
    }
    guard let halves = steps.first.flatMap({ root.halves(of: $0.operation) }) else { return nil }
    return (
      History.Entry(steps: [History.Step(operation: halves.first)]),
      History.Entry(steps: [History.Step(operation: halves.second)], presence: presence)
    )
  }
}

extension Root {
  /// Two operations that bring back and delete the same text one after the other; nil for an
  /// operation that cannot be cut.
  fileprivate func halves(
    of operation: Operation
  ) -> (first: Operation, second: Operation)? {
    guard case .restore(let text, let restored, let deleted, let at) = operation else { return nil }
    func part(
      _ restored: some Sequence<TextIdentity>, _ deleted: some Sequence<TextReach>
    ) -> Operation {
      .restore(text: text, restored: Array(restored), deleted: Array(deleted), at: at)
    }
    // One operation deletes before it brings back, too.
    if !restored.isEmpty, !deleted.isEmpty { return (part([], deleted), part(restored, [])) }
    if deleted.count > 1 {
      let middle = deleted.count / 2
      return (part([], deleted[..<middle]), part([], deleted[middle...]))
    }
    if restored.count > 1 {
      let middle = restored.count / 2
      return (part(restored[..<middle], []), part(restored[middle...], []))
    }
    guard let handle = handle(of: text), let place = self.text(at: handle),
      let halves = restored.first.flatMap({ texts[place].halves(of: $0) })
    else { return nil }
    return (part([halves.first], []), part([halves.second], []))
  }
}

extension TextState {
  /// The scalars of an identity in two parts; nil for a single one, and for one that is not here.
  fileprivate func halves(
    of identity: TextIdentity
  ) -> (first: TextIdentity, second: TextIdentity)? {
    let count = identity.count / 2
    guard count > 0, let start = id(of: identity.reach) else { return nil }
    let scalars = identity.content.unicodeScalars
    let middle = scalars.index(scalars.startIndex, offsetBy: count)
    let reference = clock.reference(to: start.advanced(by: count))
    var (first, second) = (identity, identity)
    first.content = String(scalars[..<middle])
    second.content = String(scalars[middle...])
    (second.createdAt, second.offset) = (reference.createdAt, reference.offset)
    return (first, second)
  }
}
