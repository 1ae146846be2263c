extension ByteWriter {
  /// Writes a change as its difference from what the context predicts.
  mutating func write(_ change: Change) {
    typealias Mark = ChangeContext.Mark
    let id = change.id
    let nextLamport = context.nextLamport(after: id.clientSequence)
    let others = context.vector == id.others ? nil : id.others
    var marks: UInt8 = 0
    if context.actor != id.actor { marks |= Mark.actor }
    if context.clientSequence &+ 1 != id.clientSequence { marks |= Mark.clientSequence }
    if nextLamport != id.lamport { marks |= Mark.lamport }
    if context.nextServerSequence != id.serverSequence { marks |= Mark.serverSequence }
    if others != nil { marks |= Mark.vector }
    if change.message != nil { marks |= Mark.message }
    if change.presence != nil { marks |= Mark.presence }
    if change.operations.count != 1 { marks |= Mark.operations }
    write(byte: marks)
    if marks & Mark.actor != 0 { write(id.actor) }
    if marks & Mark.clientSequence != 0 { write(UInt64(id.clientSequence)) }
    if marks & Mark.lamport != 0 { write(signed: id.lamport - nextLamport) }
    if marks & Mark.serverSequence != 0 { write(signed: id.serverSequence) }
    if let others { write(differenceTo: others) }
    if let message = change.message { write(message) }
    if let presence = change.presence { write(presence) }
    context.begin(id)
    if marks & Mark.operations != 0 { write(change.operations.count) }
    for operation in change.operations { write(operation, of: id) }
  }

  private mutating func write(_ presence: Change.PresenceChange) {
    switch presence {
    case .clear: write(byte: 0)
    case .put(let values):
      write(byte: 1)
      write(values)
    }
  }

  /// The entries that another vector has otherwise than the context's, then those that it lacks.
  private mutating func write(differenceTo other: VersionVector) {
    let former = context.vector
    write(all: other.entries.filter { former[$0.actor] != $0.lamport }) { writer, entry in
      writer.write(entry.actor)
      writer.write(signed: entry.lamport &- (former[entry.actor] ?? 0))
    }
    write(all: former.entries.filter { other[$0.actor] == nil }) { $0.write($1.actor) }
  }

  /// A ticket of the past: its time as distance from that of the change.
  ///
  /// Of the two lowest bits the first says that the actor is the change's, the second that this is
  /// the first scalar of the first operation.
  mutating func write(_ reference: CharacterReference, of id: ChangeID) {
    let at = reference.createdAt
    let isSimple = at.delimiter == 1 && reference.offset == 0
    let marks: UInt64 = (at.actor == id.actor ? 1 : 0) | (isSimple ? 2 : 0)
    write(UInt64(bitPattern: (id.lamport &- at.lamport) &<< 2) | marks)
    if at.actor != id.actor { write(at.actor) }
    if !isSimple {
      write(UInt64(at.delimiter))
      write(reference.offset)
    }
  }

  /// A ticket as it is: what created an element is often old.
  mutating func write(_ ticket: TimeTicket, of id: ChangeID) {
    let isSimple = ticket.delimiter == 1
    let marks: UInt64 = (ticket.actor == id.actor ? 1 : 0) | (isSimple ? 2 : 0)
    write(UInt64(bitPattern: ticket.lamport &<< 2) | marks)
    if ticket.actor != id.actor { write(ticket.actor) }
    if !isSimple { write(UInt64(ticket.delimiter)) }
  }
}

extension ByteReader {
  mutating func change() throws(DocumentsError) -> Change {
    typealias Mark = ChangeContext.Mark
    release()
    let marks = try byte()
    let maker = marks & Mark.actor != 0 ? try actor() : context.actor
    guard let maker else { throw .damaged("a change has no maker") }
    let sequence =
      marks & Mark.clientSequence != 0 ? UInt32(try small()) : context.clientSequence &+ 1
    var lamport = context.nextLamport(after: sequence)
    if marks & Mark.lamport != 0 { lamport = lamport &+ (try signed()) }
    let server = marks & Mark.serverSequence != 0 ? try signed() : context.nextServerSequence
    guard server >= 0, server < Int64.max / 2, lamport >= 0, lamport < Int64.max / 4 else {
      throw .damaged("a time is out of range")
    }
    let others = marks & Mark.vector != 0 ? try difference() : context.vector
    let message = marks & Mark.message != 0 ? try string() : nil
    let presence = marks & Mark.presence != 0 ? try presence() : nil
    let id = ChangeID(
      clientSequence: sequence, serverSequence: server, lamport: lamport, actor: maker,
      others: others)
    context.begin(id)
    let count = marks & Mark.operations != 0 ? try count(ofSize: 2) : 1
    guard count == 0 || lamport > 0 else { throw .damaged("a change has no time") }
    try charge(count, ofSize: MemoryLayout<Operation>.stride)
    var operations: [Operation] = []
    if !isChecking { operations.reserveCapacity(count) }
    for _ in 0..<count {
      let operation = try operation(of: id)
      if !isChecking { operations.append(operation) }
    }
    return Change(id: id, message: message, operations: operations, presence: presence)
  }

  private mutating func presence() throws(DocumentsError) -> Change.PresenceChange {
    switch try byte() {
    case 0: return .clear
    case 1: return .put(try strings())
    default: throw .damaged("a kind of presence is unknown")
    }
  }

  private mutating func difference() throws(DocumentsError) -> VersionVector {
    let former = context.vector
    try noteCopy(of: former)
    try charge(former.count, ofSize: MemoryLayout<VersionVector.Entry>.stride)
    var times: [ActorID: Int64?] = [:]
    for _ in 0..<(try count(ofSize: 2)) {
      let actor = try actor()
      times[actor] = ((times[actor] ?? nil) ?? former[actor] ?? 0) &+ (try signed())
    }
    for _ in 0..<(try count()) { times[try actor()] = .some(nil) }
    return former.changed(by: times)
  }

  mutating func reference(of id: ChangeID) throws(DocumentsError) -> CharacterReference {
    let first = try unsigned()
    let lamport = id.lamport &- (Int64(bitPattern: first) &>> 2)
    let actor = first & 1 != 0 ? id.actor : try actor()
    let isSimple = first & 2 != 0
    let delimiter = isSimple ? 1 : UInt32(try small())
    let offset = isSimple ? 0 : try small()
    guard lamport >= 0, lamport < Int64.max / 4 else { throw .damaged("a time is out of range") }
    return CharacterReference(
      createdAt: TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter), offset: offset)
  }

  mutating func ticket(of id: ChangeID) throws(DocumentsError) -> TimeTicket {
    let first = try unsigned()
    let lamport = Int64(bitPattern: first) &>> 2
    let actor = first & 1 != 0 ? id.actor : try actor()
    let delimiter = first & 2 != 0 ? 1 : UInt32(try small())
    guard lamport >= 0, lamport < Int64.max / 4 else { throw .damaged("a time is out of range") }
    return TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter)
  }
}
