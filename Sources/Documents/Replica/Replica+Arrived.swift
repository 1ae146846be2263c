extension Replica {
  /// Those changes of a former actor, from the first on, that are part of this replica.
  ///
  /// For a client whose exchange was not answered before the server forgot it. Another copy of the
  /// former replica may have made other changes at the same times; what they inserted tells them
  /// apart. Costs what the changes cost.
  ///
  /// - Parameter changes: Changes of the former actor, in order.
  /// - Returns: The changes that have arrived.
  package func arrived(of changes: [Change]) -> [Change] {
    Array(changes.prefix { $0.id.lamport <= others[$0.id.actor] ?? -1 && holdsInsertions(of: $0) })
  }

  private func holdsInsertions(of change: Change) -> Bool {
    change.operations.allSatisfy { operation in
      guard case .edit(let text, let edit, let at) = operation, !edit.content.isEmpty else {
        return true
      }
      return root.handle(of: text).flatMap { root.text(at: $0) }
        .map { root.texts[$0].holdsInsertion(of: edit, at: at) } ?? false
    }
  }
}

extension TextState {
  /// Whether an edit has put its content here, wherever that is now; of purged text its place is
  /// enough.
  func holdsInsertion(of edit: TextEdit, at ticket: TimeTicket) -> Bool {
    if sealed != nil { return unsealed.holdsInsertion(of: edit, at: ticket) }
    guard let first = clock.id(of: CharacterReference(createdAt: ticket, offset: 0)),
      let start = list.handle(of: first)
    else { return false }
    let span = list.spans[start]
    let left = span.first == first ? span.leftOrigin : first.advanced(by: -1)
    guard left == edit.left.map({ clock.id(of: $0) }) ?? CharacterID.none else { return false }
    var rest = Array(edit.content.unicodeScalars)[...]
    var id = first
    while !rest.isEmpty {
      guard let handle = list.handle(of: id) else { return false }
      let span = list.spans[handle]
      let offset = Int(id.sequence - span.first.sequence)
      let count = min(Int(span.count) - offset, rest.count)
      if span.hasContent,
        !content(of: span).unicodeScalars.dropFirst(offset).starts(with: rest.prefix(count))
      {
        return false
      }
      rest = rest.dropFirst(count)
      id = id.advanced(by: count)
    }
    return true
  }
}
