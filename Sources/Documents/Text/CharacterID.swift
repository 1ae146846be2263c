/// One scalar of a text inside one replica: its actor's number there, and its number at that actor.
///
/// Local: neither number leaves the replica. On the wire a scalar is a ticket and an offset.
struct CharacterID: Hashable, Sendable {
  /// Number of the actor in ``CharacterClock``, 0….
  var actor: UInt32
  /// Number of the scalar among those of its actor, 0…, in order of insertion.
  var sequence: UInt32

  /// No scalar: the start of the text as a left origin, its end as a right origin.
  static let none = CharacterID(actor: .max, sequence: 0)

  func advanced(by count: Int) -> CharacterID {
    CharacterID(actor: actor, sequence: UInt32(Int(sequence) + count))
  }
}

/// A scalar of a text as all replicas know it: the insertion that brought it, and its place there.
public struct CharacterReference: Hashable, Sendable {
  /// Ticket of the insertion.
  public let createdAt: TimeTicket
  /// Place in the inserted text, in Unicode scalars, 0….
  public let offset: Int

  /// A reference from its parts.
  public init(createdAt: TimeTicket, offset: Int) {
    self.createdAt = createdAt
    self.offset = offset
  }
}
