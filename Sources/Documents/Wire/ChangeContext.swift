/// What a writer and a reader of changes both know after the changes so far.
///
/// A change is written as its difference from what the context predicts, so that a run of typing
/// costs a few bytes for each change.
struct ChangeContext: Sendable {
  /// Actors that were written.
  var actors = ActorNumbers()
  /// Maker of the last change.
  var actor: ActorID?
  var clientSequence: UInt32 = 0
  var serverSequence: Int64 = 0
  var lamport: Int64 = 0
  /// What the last change knew of others.
  var vector = VersionVector()
  /// Delimiter of the next operation of the change.
  var delimiter: UInt32 = 1
  /// Target of the last operation.
  var target = TimeTicket.initial
  /// The scalar that the last insertion ended with.
  var left: CharacterReference?
  /// The scalar that follows the last insertion.
  var right: CharacterReference?
  /// Whether that insertion is the last operation of the last change.
  var endsWithInsertion = false

  /// Marks in the first byte of a change, for what differs from the prediction.
  enum Mark {
    static let actor: UInt8 = 1
    static let clientSequence: UInt8 = 2
    static let lamport: UInt8 = 4
    static let serverSequence: UInt8 = 8
    static let vector: UInt8 = 16
    static let message: UInt8 = 32
    static let presence: UInt8 = 64
    /// Any number of operations but one.
    static let operations: UInt8 = 128
  }

  /// The kind of an operation that edits a text.
  static let edit: UInt8 = 6

  /// Marks in the first byte of an operation, above its kind in the four lowest bits.
  enum OperationMark {
    static let delimiter: UInt8 = 16
    static let target: UInt8 = 32
  }

  /// Marks in the second byte of an edit; the two lowest bits are the left side, the next the
  /// right.
  enum EditMark {
    static let removed: UInt8 = 16
    static let insertion: UInt8 = 32
    static let attributes: UInt8 = 64
    /// The inserted text is one ASCII character.
    static let letter: UInt8 = 128
  }

  /// How a side of an insertion is written.
  enum Side {
    static let none: UInt8 = 0
    static let predicted: UInt8 = 1
    static let explicit: UInt8 = 2
  }

  var nextServerSequence: Int64 { serverSequence > 0 ? serverSequence + 1 : 0 }

  /// The lamport time that a change probably has.
  func nextLamport(after clientSequence: UInt32) -> Int64 {
    lamport > 0 ? lamport + 1 : Int64(clientSequence)
  }

  /// The scalar that an insertion probably follows: the end of its maker's last one.
  func predictedLeft(_ lamport: Int64, _ maker: ActorID) -> CharacterReference {
    left
      ?? CharacterReference(
        createdAt: TimeTicket(lamport: lamport - 1, actor: maker, delimiter: 1), offset: 0)
  }

  /// Takes over the start of a change.
  mutating func begin(_ id: ChangeID) {
    actor = id.actor
    clientSequence = id.clientSequence
    serverSequence = id.serverSequence
    if id.hasClocks { lamport = id.lamport }
    vector = id.others
    delimiter = 1
    endsWithInsertion = false
  }

  /// Takes over an operation.
  mutating func end(_ operation: Operation) {
    endsWithInsertion = false
    guard case .edit(let text, let edit, let at) = operation else {
      delimiter = operation.executedAt.delimiter &+ operation.ticketCount
      target = operation.target
      return
    }
    delimiter = at.delimiter &+ 1
    target = text
    guard !edit.content.isEmpty else { return }
    left = CharacterReference(createdAt: at, offset: edit.content.unicodeScalars.count - 1)
    right = edit.right
    endsWithInsertion = true
  }

  /// Takes over letters that were typed after the last insertion.
  mutating func end(_ run: LetterRun) {
    let last = run.letters.count - 1
    begin(run.id(of: last))
    delimiter = 2
    left = CharacterReference(createdAt: run.ticket(of: last), offset: 0)
    endsWithInsertion = true
  }
}

/// Writes lists of changes, each as its difference from all that were written before.
///
/// For one direction of one connection: the reader needs every list, in order. A pack uses a fresh
/// one and can be read alone. A value.
///
/// ```swift
/// var writer = ChangeWriter()
/// let bytes = writer.encode(mine.localChanges)
/// mine.acknowledge(through: mine.lastClientSequence)
/// ```
public struct ChangeWriter: Sendable {
  private var writer = ByteWriter()

  /// A writer whose reader knows nothing yet.
  public init() {}

  /// The bytes of some changes; none for none.
  public mutating func encode(_ changes: [Change]) -> [UInt8] {
    for change in changes { writer.write(change) }
    return writer.take()
  }
}

/// Reads what one ``ChangeWriter`` wrote, in its order; a value.
///
/// ```swift
/// var reader = ChangeReader()
/// for change in try reader.decode(bytes) { _ = try yours.apply(change) }
/// ```
public struct ChangeReader: Sendable {
  private var context = ChangeContext()

  /// A reader at the start.
  public init() {}

  /// The changes of the next list.
  ///
  /// - Throws: ``DocumentsError`` `isDamage` for any other bytes; the reader is where it was.
  public mutating func decode(_ bytes: [UInt8]) throws(DocumentsError) -> [Change] {
    var reader = ByteReader(bytes, context)
    var changes: [Change] = []
    while reader.remaining > 0 { changes.append(try reader.change()) }
    swap(&context, &reader.context)
    return changes
  }
}
