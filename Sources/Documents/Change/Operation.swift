/// One step of a change; elements are named by the ticket that created them.
enum Operation: Hashable, Sendable {
  /// Sets a key of an object; the parts of the value get the tickets after `at`.
  case set(object: TimeTicket, key: String, value: ElementValue, at: TimeTicket)
  /// Inserts after a slot of an array; the initial ticket is the start.
  case add(array: TimeTicket, after: TimeTicket, value: ElementValue, at: TimeTicket)
  /// Moves an element after a slot of its array.
  case move(array: TimeTicket, element: TimeTicket, after: TimeTicket, at: TimeTicket)
  /// Replaces an element of an array.
  case replace(array: TimeTicket, element: TimeTicket, value: ElementValue, at: TimeTicket)
  /// Deletes an element of an object or array.
  case remove(parent: TimeTicket, element: TimeTicket, at: TimeTicket)
  /// Adds to a counter.
  case increase(counter: TimeTicket, by: CounterOperand, at: TimeTicket)
  /// Deletes scalars of a text and inserts others.
  case edit(text: TimeTicket, TextEdit, at: TimeTicket)
  /// Writes attributes of scalars; a nil value removes the key.
  case style(text: TimeTicket, reaches: [TextReach], values: [String: String?], at: TimeTicket)
  /// Brings text back and deletes text, by identity.
  case restore(
    text: TimeTicket, restored: [TextIdentity], deleted: [TextReach], at: TimeTicket)

  /// The ticket of the operation.
  var executedAt: TimeTicket {
    switch self {
    case .set(_, _, _, let at), .add(_, _, _, let at), .move(_, _, _, let at),
      .replace(_, _, _, let at), .remove(_, _, let at), .increase(_, _, let at),
      .edit(_, _, let at), .style(_, _, _, let at), .restore(_, _, _, let at):
      at
    }
  }
}
