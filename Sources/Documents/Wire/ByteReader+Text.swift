extension ByteReader {
  /// Reads the insertions and spans of a text that has its content, and checks that they agree.
  mutating func history(of text: inout TextState, count live: Int) throws(DocumentsError) {
    var timelines: [CharacterClock.Timeline] = []
    for _ in 0..<(try count(ofSize: 2)) {
      timelines.append(CharacterClock.Timeline(actor: try actor(), count: UInt32(try small())))
    }
    guard Set(timelines.map(\.actor)).count == timelines.count else {
      throw .damaged("an actor has two timelines")
    }
    let count = try small()
    try charge(count, ofSize: TextColumns.spanBytes)
    var runs = ByteReader(try packed())
    for index in timelines.indices { try runs.read(&timelines[index]) }
    try runs.end()
    text.clock = CharacterClock(timelines: timelines)
    note(text.clock.latest)
    var columns = try TextColumnReader(ByteReader(try packed()))
    guard columns.marks.count == count else { throw .damaged("a column has another length") }
    try columns.read(into: &text, rare: &self)
    note(text.removals.reduce(0) { max($0, $1.lamport) })
    guard text.count == live else { throw .damaged("a text has another length than it says") }
    try end()
  }

  /// Reads what `write(packed:)` wrote.
  mutating func packed() throws(DocumentsError) -> [UInt8] {
    let first = try unsigned()
    guard first >> 1 <= UInt64(Int32.max) else { throw .damaged("a number is too large") }
    let count = Int(first >> 1)
    guard first & 1 == 1 else { return try raw(count) }
    let slice = try slice(try small())
    let filling = try self.slice(try small())
    guard count <= (slice.count + filling.count) * TextCompression.ratio,
      let bytes = TextCompression.unpack(slice, count: count)
    else {
      throw .damaged("packed bytes are not what they say")
    }
    return bytes
  }

  private mutating func read(_ timeline: inout CharacterClock.Timeline) throws(DocumentsError) {
    var first = 0
    var last = TimeTicket.initial
    for _ in 0..<(try count(ofSize: 3)) {
      let step = try unsigned()
      let lamport = last.lamport.addingReportingOverflow(try signed())
      let delimiter = Int64(last.delimiter).addingReportingOverflow(try signed())
      guard !lamport.overflow, lamport.partialValue >= 0, lamport.partialValue < Int64.max / 2,
        let number = UInt32(exactly: delimiter.partialValue)
      else { throw .damaged("a time is out of range") }
      let ticket = TimeTicket(lamport: lamport.partialValue, actor: last.actor, delimiter: number)
      first += Int(truncatingIfNeeded: min(step >> 1, UInt64(Int32.max)))
      let isFirst = timeline.runs.isEmpty
      guard isFirst ? first == 0 : step >> 1 > 0 && ticket > last, first < Int(timeline.count)
      else { throw .damaged("the insertions of an actor are out of order") }
      if let run = timeline.runs.last, run.isStepped,
        run.lamport + Int64(first) - Int64(run.first) > ticket.lamport
      {
        throw .damaged("the insertions of an actor overlap")
      }
      timeline.runs.append(
        CharacterClock.Run(
          first: UInt32(first), delimiter: number, lamport: ticket.lamport,
          isStepped: step & 1 == 1))
      last = ticket
    }
    guard timeline.count > 0, !timeline.runs.isEmpty else {
      throw .damaged("an actor inserted nothing")
    }
  }
}
