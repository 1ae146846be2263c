/// When an operation was made, in logical time, and by whom: the identity of all that it creates.
///
/// Yorkie's order: the lamport time, then the actor, and the delimiter last.
public struct TimeTicket: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Lamport time of the change, 0….
  public let lamport: Int64
  /// Who made the change.
  public let actor: ActorID
  /// Place of the operation in its change, 1…; 0 for what no operation made.
  public let delimiter: UInt32

  /// Before all others: the root object and the start of every text and array.
  public static let initial = TimeTicket(lamport: 0, actor: .initial, delimiter: 0)

  /// After all others.
  public static let max = TimeTicket(lamport: .max, actor: .max, delimiter: .max)

  /// A ticket from its parts.
  public init(lamport: Int64, actor: ActorID, delimiter: UInt32) {
    self.lamport = lamport
    self.actor = actor
    self.delimiter = delimiter
  }

  /// Compares lamport times, then actors, then delimiters.
  public static func < (left: TimeTicket, right: TimeTicket) -> Bool {
    if left.lamport != right.lamport { return left.lamport < right.lamport }
    if left.actor != right.actor { return left.actor < right.actor }
    return left.delimiter < right.delimiter
  }

  /// The parts with colons between: lamport, actor, delimiter.
  public var description: String { "\(lamport):\(actor):\(delimiter)" }
}
