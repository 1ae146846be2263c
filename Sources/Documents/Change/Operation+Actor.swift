extension TimeTicket {
  func made(
    by actor: ActorID, insteadOf former: ActorID, since first: Int64, at times: [Int64: Int64]
  ) -> TimeTicket {
    // The root and the start of a text always have the initial ticket.
    guard self.actor == former, lamport >= first, self != .initial else { return self }
    return TimeTicket(lamport: times[lamport] ?? lamport, actor: actor, delimiter: delimiter)
  }
}

extension Operation {
  /// The same operation by another actor, with the identities that the actor made from a time on;
  /// some of them at other times.
  func made(
    by actor: ActorID, insteadOf former: ActorID, since first: Int64 = 0,
    at times: [Int64: Int64] = [:]
  ) -> Operation {
    func new(_ ticket: TimeTicket) -> TimeTicket {
      ticket.made(by: actor, insteadOf: former, since: first, at: times)
    }
    func new(_ reference: CharacterReference?) -> CharacterReference? {
      reference.map { CharacterReference(createdAt: new($0.createdAt), offset: $0.offset) }
    }
    func new(_ reaches: [TextReach]) -> [TextReach] {
      reaches.map { TextReach(createdAt: new($0.createdAt), offset: $0.offset, count: $0.count) }
    }
    func new(_ identities: [TextIdentity]) -> [TextIdentity] {
      identities.map { identity in
        var identity = identity
        identity.createdAt = new(identity.createdAt)
        return identity
      }
    }
    switch self {
    case .add(let array, let after, let value, let at):
      return .add(array: new(array), after: new(after), value: value, at: new(at))
    case .move(let array, let element, let after, let at):
      return .move(array: new(array), element: new(element), after: new(after), at: new(at))
    case .edit(let text, var edit, let at):
      edit.left = new(edit.left)
      edit.right = new(edit.right)
      edit.removed = new(edit.removed)
      return .edit(text: new(text), edit, at: new(at))
    case .style(let text, let reaches, let values, let at):
      return .style(text: new(text), reaches: new(reaches), values: values, at: new(at))
    case .restore(let text, let restored, let deleted, let at):
      return .restore(
        text: new(text), restored: new(restored), deleted: new(deleted), at: new(at))
    case .set, .replace, .remove, .increase:
      return stamped(at: new(executedAt)) { new($0) }
    }
  }
}
