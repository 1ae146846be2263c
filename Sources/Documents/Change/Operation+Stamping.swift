extension Operation {
  /// The operation at another time, with identities that undo gave to copies put in.
  func stamped(at ticket: TimeTicket, _ renamed: (TimeTicket) -> TimeTicket) -> Operation {
    switch self {
    case .set(let object, let key, let value, _):
      .set(object: renamed(object), key: key, value: value, at: ticket)
    case .add(let array, let after, let value, _):
      .add(array: renamed(array), after: after, value: value, at: ticket)
    case .move(let array, let element, let after, _):
      .move(array: renamed(array), element: renamed(element), after: after, at: ticket)
    case .replace(let array, let element, let value, _):
      .replace(array: renamed(array), element: renamed(element), value: value, at: ticket)
    case .remove(let parent, let element, _):
      .remove(parent: renamed(parent), element: renamed(element), at: ticket)
    case .increase(let counter, let operand, _):
      .increase(counter: renamed(counter), by: operand, at: ticket)
    case .edit(let text, let edit, _): .edit(text: renamed(text), edit, at: ticket)
    case .style(let text, let reaches, let values, _):
      .style(text: renamed(text), reaches: reaches, values: values, at: ticket)
    case .restore(let text, let restored, let deleted, _):
      .restore(text: renamed(text), restored: restored, deleted: deleted, at: ticket)
    }
  }

  /// The element that holds what the operation changes.
  var target: TimeTicket {
    switch self {
    case .set(let target, _, _, _), .add(let target, _, _, _), .increase(let target, _, _),
      .edit(let target, _, _), .style(let target, _, _, _), .restore(let target, _, _, _),
      .move(let target, _, _, _), .replace(let target, _, _, _), .remove(let target, _, _):
      target
    }
  }

  /// The elements without which the operation can do nothing.
  var targets: [TimeTicket] {
    switch self {
    case .move(_, let element, _, _), .replace(_, let element, _, _), .remove(_, let element, _):
      [target, element]
    default: [target]
    }
  }

  /// The value that the operation creates, if any.
  var value: ElementValue? {
    switch self {
    case .set(_, _, let value, _), .add(_, _, let value, _), .replace(_, _, let value, _): value
    default: nil
    }
  }

  /// What the elements that the operation creates count in bytes.
  var weight: Int { value?.weight ?? 0 }

  /// The number of tickets that the operation uses.
  var ticketCount: UInt32 { 1 + UInt32(value?.partCount ?? 0) }
}
