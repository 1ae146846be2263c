/// Items as the server described them in its answers to changes of this device.
///
/// The stream describes each of them once more, in an event that says nothing new. It belongs to
/// one connection: a later one may be to a server that was set back.
package struct AnsweredItems: Sendable {
  /// How many are kept at most: what comes after has no room, and its event is read as any other.
  private static let capacity = 1_000

  private var items: [String: Item] = [:]

  /// Knows of no answers.
  package init() {}

  /// Takes over what was answered; a later answer for an item replaces an earlier one.
  package mutating func take(_ answered: [Item]) {
    if items.count + answered.count > Self.capacity { items.removeAll(keepingCapacity: true) }
    for item in answered.suffix(Self.capacity) { items[item.id] = item }
  }

  /// Whether an event says of an item exactly what its answer said.
  func contains(_ item: Item) -> Bool { items[item.id] == item }
}
