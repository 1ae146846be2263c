/// The spans of a text in columns, each of which holds one property of all spans, in order.
///
/// A property is written as its difference from what the spans before suggest, so most columns are
/// runs of small numbers, which pack well. The content of deleted text is not there: an operation
/// that brings it back carries it.
struct TextColumns {
  /// Bytes that a span takes in memory, with its deletion and its places in the tree and the index.
  static let spanBytes = 96

  /// Four properties of each span, two bits or one each.
  var marks: [UInt8] = []
  var counts = ByteWriter()
  /// For each span the distance from the end of the one before it.
  var names = ByteWriter()
  /// Origins that are not what is expected.
  var origins = ByteWriter()
  /// Deletions, where they are not that of the deleted span before.
  var removals = ByteWriter()

  enum Origin {
    static let none: UInt8 = 0
    /// For a left origin the scalar before the first in its actor's order, for a right origin that
    /// of the actor's span which ends there.
    static let inherited: UInt8 = 1
    /// The last scalar of the span before, or the first scalar of the span after.
    static let neighbour: UInt8 = 2
    static let explicit: UInt8 = 3
  }

  enum Removal {
    static let live: UInt8 = 0
    static let purged: UInt8 = 1
    static let same: UInt8 = 2
    static let other: UInt8 = 3
  }

  /// Marks of a span: two bits for the left origin, the right origin and the removal each.
  enum Mark {
    static let otherActor: UInt8 = 64
    /// An entry in the column of rare properties.
    static let isRare: UInt8 = 128
  }

  /// Marks of rare properties.
  enum Rare {
    static let attributes: UInt8 = 1
    static let restored: UInt8 = 2
    static let wide: UInt8 = 4
  }

  /// The columns of a text's spans but the rare properties.
  init(_ text: TextState, _ handles: [Int]) {
    let spans = text.list.spans
    marks.reserveCapacity(handles.count)
    var previous: TextSpan?
    var removal: Int32 = 0
    var ticket = TimeTicket.initial
    for (index, handle) in handles.enumerated() {
      let span = spans[handle]
      let next = index + 1 < handles.count ? spans[handles[index + 1]].first : CharacterID.none
      var mark: UInt8 = 0
      let left = left(of: span, previous)
      let right = right(of: span, next, in: text)
      mark |= left | right << 2
      counts.write(Int(span.count))
      if span.first.actor != previous?.first.actor ?? 0 {
        mark |= Mark.otherActor
        names.write(UInt64(span.first.actor))
      }
      let expected = span.first.actor == previous?.first.actor ? previous?.end ?? 0 : 0
      names.write(signed: Int64(span.first.sequence) - Int64(expected))
      if left == Origin.explicit { write(span.leftOrigin, of: span) }
      if right == Origin.explicit { write(span.rightOrigin, of: span) }
      if span.isPurged {
        mark |= Removal.purged << 4
      } else if !span.isLive {
        mark |= (span.removal == removal ? Removal.same : Removal.other) << 4
        if span.removal != removal {
          let next = text.removals[Int(span.removal)]
          removals.write(signed: next.lamport - ticket.lamport)
          removals.write(signed: Int64(next.delimiter) - Int64(ticket.delimiter))
          removals.write(next.actor)
          ticket = next
        }
        removal = span.removal
      }
      if Self.isRare(span, handle, in: text) { mark |= Mark.isRare }
      marks.append(mark)
      previous = span
    }
  }

  /// The columns one after another.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    for column in [marks, counts.bytes, names.bytes, origins.bytes, removals.bytes] {
      writer.write(column)
    }
    return writer.bytes
  }

  static func isRare(_ span: TextSpan, _ handle: Int, in text: TextState) -> Bool {
    span.hasAttributes || text.restoredAt(handle) != nil
      || (span.isLive && span.bytes != span.count)
  }

  private func left(of span: TextSpan, _ previous: TextSpan?) -> UInt8 {
    if span.leftOrigin == .none { return Origin.none }
    if span.first.sequence > 0, span.leftOrigin == span.first.advanced(by: -1) {
      return Origin.inherited
    }
    return span.leftOrigin == previous?.last ? Origin.neighbour : Origin.explicit
  }

  private func right(of span: TextSpan, _ next: CharacterID, in text: TextState) -> UInt8 {
    if span.rightOrigin == .none { return Origin.none }
    if span.first.sequence > 0,
      let before = text.list.handle(of: span.first.advanced(by: -1)),
      text.list.spans[before].rightOrigin == span.rightOrigin
    {
      return Origin.inherited
    }
    return span.rightOrigin == next ? Origin.neighbour : Origin.explicit
  }

  private mutating func write(_ origin: CharacterID, of span: TextSpan) {
    origins.write(signed: Int64(origin.actor) - Int64(span.first.actor))
    origins.write(signed: Int64(origin.sequence) - Int64(span.first.sequence))
  }
}
