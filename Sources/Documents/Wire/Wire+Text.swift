extension ByteWriter {
  /// Writes a text: its insertions, the content of all that was not purged, and its spans in order.
  mutating func write(_ text: TextState) {
    write(all: text.clock.timelines) { writer, timeline in
      writer.write(timeline.actor)
      writer.write(UInt64(timeline.count))
      var first: UInt32 = 0
      var lamport: Int64 = 0
      writer.write(all: timeline.runs) { writer, run in
        // A run is stepped or not: the lowest bit.
        writer.write(UInt64(run.first - first) << 1 | (run.isStepped ? 1 : 0))
        writer.write(signed: run.lamport - lamport)
        writer.write(UInt64(run.delimiter))
        first = run.first
        lamport = run.lamport
      }
    }
    let handles = text.list.handles
    var content: [UInt8] = []
    for handle in handles where !text.list.spans[handle].isPurged {
      let span = text.list.spans[handle]
      content.append(contentsOf: text.buffer[Int(span.start)..<Int(span.start + span.bytes)])
    }
    write(content)
    write(all: handles) { $0.write(text.list.spans[$1], handle: $1, of: text) }
  }

  private mutating func write(_ span: TextSpan, handle: Int, of text: TextState) {
    let continues = span.first.sequence > 0 && span.leftOrigin == span.first.advanced(by: -1)
    var flags: UInt8 = 0
    if span.isPurged { flags |= 1 }
    if !span.isLive { flags |= 2 }
    if span.hasAttributes { flags |= 4 }
    if continues { flags |= 8 }
    if span.bytes == span.count { flags |= 16 }
    if text.restoredAt[handle] != nil { flags |= 32 }
    write(byte: flags)
    write(UInt64(span.first.actor))
    write(UInt64(span.first.sequence))
    write(Int(span.count))
    if !span.isPurged, span.bytes != span.count { write(Int(span.bytes)) }
    if !continues { write(origin: span.leftOrigin, of: text) }
    write(origin: span.rightOrigin, of: text)
    if !span.isLive, !span.isPurged { write(text.removals[Int(span.removal)]) }
    if let restored = text.restoredAt[handle] { write(restored) }
    guard span.hasAttributes else { return }
    write(all: (text.attributes[handle]?.entries ?? [:]).sorted { $0.key < $1.key }) {
      $0.write($1.key)
      $0.write($1.value.value) { $0.write($1) }
      $0.write($1.value.updatedAt)
    }
  }

  private mutating func write(origin id: CharacterID, of text: TextState) {
    guard id != .none else { return write(0) }
    write(UInt64(id.actor) + 1)
    write(UInt64(id.sequence))
  }
}

extension ByteReader {
  /// Reads a text and checks that its spans are exactly its insertions.
  mutating func text() throws(DocumentsError) -> TextState {
    var text = TextState()
    var timelines: [CharacterClock.Timeline] = []
    for _ in 0..<(try count(ofSize: 3)) { timelines.append(try timeline()) }
    guard Set(timelines.map(\.actor)).count == timelines.count else {
      throw .damaged("an actor has two timelines")
    }
    text.clock = CharacterClock(timelines: timelines)
    text.buffer = try raw()
    guard String(validating: text.buffer, as: UTF8.self) != nil else {
      throw .damaged("a text is no UTF-8")
    }
    var used = 0
    for _ in 0..<(try count(ofSize: 5)) { try span(into: &text, used: &used) }
    guard used == text.buffer.count, text.list.tiles(timelines.map(\.count)) else {
      throw .damaged("the spans of a text are not its insertions")
    }
    return text
  }

  private mutating func timeline() throws(DocumentsError) -> CharacterClock.Timeline {
    var timeline = CharacterClock.Timeline(actor: try actor())
    timeline.count = UInt32(try small())
    var first: Int = 0
    var last = TimeTicket.initial
    for _ in 0..<(try count(ofSize: 3)) {
      let step = try unsigned()
      let lamport = last.lamport.addingReportingOverflow(try signed())
      let delimiter = UInt32(try small())
      let ticket = TimeTicket(
        lamport: lamport.partialValue, actor: last.actor, delimiter: delimiter)
      first += Int(truncatingIfNeeded: min(step >> 1, UInt64(Int32.max)))
      let isFirst = timeline.runs.isEmpty
      guard !lamport.overflow, lamport.partialValue >= 0, lamport.partialValue < Int64.max / 2,
        isFirst ? first == 0 : step >> 1 > 0 && ticket > last, first < Int(timeline.count)
      else { throw .damaged("the insertions of an actor are out of order") }
      if let run = timeline.runs.last, run.isStepped,
        run.lamport + Int64(first) - Int64(run.first) > ticket.lamport
      {
        throw .damaged("the insertions of an actor overlap")
      }
      timeline.runs.append(
        CharacterClock.Run(
          first: UInt32(first), delimiter: delimiter, lamport: ticket.lamport,
          isStepped: step & 1 == 1))
      last = ticket
    }
    guard timeline.count > 0, !timeline.runs.isEmpty else {
      throw .damaged("an actor inserted nothing")
    }
    return timeline
  }

  private mutating func span(
    into text: inout TextState, used: inout Int
  ) throws(DocumentsError) {
    let flags = try byte()
    let actor = try small()
    let first = try small()
    let count = try small()
    guard flags < 64, actor < text.clock.timelines.count, count > 0,
      first + count <= Int(text.clock.timelines[actor].count)
    else { throw .damaged("a span is not among the insertions") }
    let isPurged = flags & 1 != 0
    let bytes = isPurged ? 0 : flags & 16 != 0 ? count : try small()
    let id = CharacterID(actor: UInt32(actor), sequence: UInt32(first))
    guard flags & 8 == 0 || first > 0, used + bytes <= text.buffer.count,
      isPurged || TextState.scalarCount(of: text.buffer[used..<used + bytes]) == count,
      bytes == 0 || text.buffer[used] & 0xC0 != 0x80, !isPurged || flags & 2 != 0
    else { throw .damaged("a span has other content than it says") }
    let left = flags & 8 != 0 ? id.advanced(by: -1) : try origin(in: text)
    var span = TextSpan(
      first: id, leftOrigin: left, rightOrigin: try origin(in: text), count: Int32(count),
      start: isPurged ? -1 : Int32(used), bytes: Int32(bytes))
    used += bytes
    if flags & 2 != 0 { span.removal = isPurged ? 0 : text.removal(at: try ticket()) }
    span.hasAttributes = flags & 4 != 0
    guard !text.list.overlaps(span) else { throw .damaged("two spans overlap") }
    let handle = text.list.insert(span, at: text.list.end)
    if flags & 2 != 0, !isPurged { text.tombstones.insert(handle) }
    if flags & 32 != 0 { text.restoredAt[handle] = try ticket() }
    guard span.hasAttributes else { return }
    var map = AttributeMap()
    for _ in 0..<(try self.count(ofSize: 3)) {
      let key = try string()
      let value = try optional { reader throws(DocumentsError) in try reader.string() }
      map.set(key, to: value, at: try ticket())
    }
    text.setAttributes(map, of: handle)
    if isPurged { text.styledTombstones.remove(handle) }
  }

  private mutating func origin(in text: TextState) throws(DocumentsError) -> CharacterID {
    let actor = try small()
    guard actor > 0 else { return .none }
    let sequence = try small()
    guard actor <= text.clock.timelines.count,
      sequence < Int(text.clock.timelines[actor - 1].count)
    else { throw .damaged("an origin is unknown") }
    return CharacterID(actor: UInt32(actor - 1), sequence: UInt32(sequence))
  }
}
