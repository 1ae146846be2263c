/// Reads the columns that ``TextColumns`` wrote, and checks that the spans are all insertions.
struct TextColumnReader {
  private typealias Origin = TextColumns.Origin

  let marks: [UInt8]
  var counts: ByteReader
  var names: ByteReader
  var origins: ByteReader
  var removals: ByteReader
  private var spans: [TextSpan] = []

  init(_ bytes: ByteReader) throws(DocumentsError) {
    var reader = bytes
    marks = try reader.raw()
    counts = ByteReader(try reader.raw())
    names = ByteReader(try reader.raw())
    origins = ByteReader(try reader.raw())
    removals = ByteReader(try reader.raw())
    try reader.end()
  }

  /// Reads all spans.
  ///
  /// - Parameters:
  ///   - text: A text with its insertions and its content, which gets the spans.
  ///   - rare: The bytes that follow the columns.
  /// - Throws: `.damaged` for columns that no text has.
  mutating func read(
    into text: inout TextState, rare: inout ByteReader
  ) throws(DocumentsError) {
    // With room for the first edits.
    spans.reserveCapacity(marks.count + marks.count / 16 + 4)
    let isPlain = text.buffer.allSatisfy { $0 < 0x80 }
    var used = 0
    for (handle, mark) in marks.enumerated() {
      var span = try name(mark, in: text.clock)
      try readRemoval(mark >> 4 & 3, of: &span, handle, into: &text)
      var bytes = span.isLive ? Int(span.count) : 0
      if mark & TextColumns.Mark.isRare != 0 {
        try readRare(&span, handle, &bytes, into: &text, from: &rare)
      }
      guard used + bytes <= text.buffer.count else { throw Self.otherContent }
      if span.isLive {
        let content = text.buffer[used..<used + bytes]
        guard isPlain || TextState.scalarCount(of: content) == Int(span.count),
          isPlain ? bytes == Int(span.count) : (content.first ?? 0x80) & 0xC0 != 0x80
        else { throw Self.otherContent }
        span.start = Int32(truncatingIfNeeded: used)
        span.bytes = Int32(truncatingIfNeeded: bytes)
        used += bytes
      }
      spans.append(span)
    }
    guard used == text.buffer.count else { throw Self.otherContent }
    try counts.end()
    try names.end()
    try removals.end()
    try finish(&text)
  }

  private static let otherContent = DocumentsError.damaged("a span has other content than it says")

  private mutating func name(
    _ mark: UInt8, in clock: CharacterClock
  ) throws(DocumentsError) -> TextSpan {
    let count = try counts.small()
    let former = spans.last
    var actor = former?.first.actor ?? 0
    if mark & TextColumns.Mark.otherActor != 0 {
      actor = UInt32(truncatingIfNeeded: try names.small())
    }
    let expected = former?.first.actor == actor ? Int64(former?.end ?? 0) : 0
    let step = try names.signed()
    guard Int(actor) < clock.timelines.count, count > 0, abs(step) <= Int64(Int32.max),
      expected + step >= 0,
      expected + step + Int64(count) <= Int64(clock.timelines[Int(actor)].count)
    else { throw .damaged("a span is not among the insertions") }
    return TextSpan(
      first: CharacterID(actor: actor, sequence: UInt32(expected + step)), leftOrigin: .none,
      rightOrigin: .none, count: Int32(truncatingIfNeeded: count), start: -1, bytes: 0)
  }

  private mutating func readRemoval(
    _ kind: UInt8, of span: inout TextSpan, _ handle: Int, into text: inout TextState
  ) throws(DocumentsError) {
    switch kind {
    case TextColumns.Removal.live: break
    case TextColumns.Removal.purged: span.removal = 0
    case TextColumns.Removal.same:
      guard text.removals.count > 1 else { throw .damaged("a deletion has no time") }
      span.removal = Int32(truncatingIfNeeded: text.removals.count - 1)
    default:
      let last = text.removals[text.removals.count - 1]
      let lamport = last.lamport.addingReportingOverflow(try removals.signed())
      let delimiter = Int64(last.delimiter).addingReportingOverflow(try removals.signed())
      guard !lamport.overflow, lamport.partialValue >= 0, lamport.partialValue < Int64.max / 2,
        let number = UInt32(exactly: delimiter.partialValue)
      else { throw .damaged("a time is out of range") }
      text.removals.append(
        TimeTicket(
          lamport: lamport.partialValue, actor: try removals.actor(), delimiter: number))
      span.removal = Int32(truncatingIfNeeded: text.removals.count - 1)
    }
    if span.removal > 0 { text.tombstones.insert(handle) }
  }

  private func readRare(
    _ span: inout TextSpan, _ handle: Int, _ bytes: inout Int, into text: inout TextState,
    from rare: inout ByteReader
  ) throws(DocumentsError) {
    typealias Rare = TextColumns.Rare
    let marks = try rare.byte()
    guard marks > 0, marks < 8, span.isLive || marks & Rare.wide == 0 else {
      throw .damaged("a mark is unknown")
    }
    if marks & Rare.wide != 0 { bytes = try rare.small() }
    if marks & Rare.restored != 0 { text.restoredAt[handle] = try rare.ticket() }
    guard marks & Rare.attributes != 0 else { return }
    span.hasAttributes = true
    var map = AttributeMap()
    for _ in 0..<(try rare.count(ofSize: 3)) {
      let key = try rare.string()
      let value = try rare.optional { reader throws(DocumentsError) in try reader.string() }
      map.set(key, to: value, at: try rare.ticket())
    }
    guard !map.isEmpty else { throw .damaged("attributes are none") }
    text.attributes[handle] = map
    if map.tombstoneCount > 0 || span.isPurged { text.styledTombstones.insert(handle) }
  }

  // MARK: - Origins

  /// Gives the spans their origins, now that all names are known, and orders them.
  private mutating func finish(_ text: inout TextState) throws(DocumentsError) {
    guard let names = NameIndex.tiling(spans, text.clock.timelines.map(\.count)) else {
      throw .damaged("the spans of a text are not its insertions")
    }
    for handle in spans.indices {
      spans[handle].leftOrigin = try left(marks[handle] & 3, of: handle, in: text.clock)
      if marks[handle] >> 2 & 3 != Origin.inherited {
        spans[handle].rightOrigin = try right(marks[handle] >> 2 & 3, of: handle, in: text.clock)
      }
    }
    try origins.end()
    // A part inherits from the part before it in its actor's order, which may inherit itself.
    for index in names {
      var former = -1
      for handle in index.handles {
        if marks[handle] >> 2 & 3 == Origin.inherited {
          guard former >= 0 else { throw .damaged("an origin is unknown") }
          spans[handle].rightOrigin = spans[former].rightOrigin
        }
        former = handle
      }
    }
    text.list = SpanList(spans, names)
  }

  private mutating func left(
    _ kind: UInt8, of handle: Int, in clock: CharacterClock
  ) throws(DocumentsError) -> CharacterID {
    switch kind {
    case Origin.none: return .none
    case Origin.inherited:
      guard spans[handle].first.sequence > 0 else { throw .damaged("an origin is unknown") }
      return spans[handle].first.advanced(by: -1)
    case Origin.neighbour:
      guard handle > 0 else { throw .damaged("an origin is unknown") }
      return spans[handle - 1].last
    default: return try explicit(spans[handle].first, in: clock)
    }
  }

  private mutating func right(
    _ kind: UInt8, of handle: Int, in clock: CharacterClock
  ) throws(DocumentsError) -> CharacterID {
    switch kind {
    case Origin.none: return .none
    case Origin.neighbour:
      guard handle + 1 < spans.count else { throw .damaged("an origin is unknown") }
      return spans[handle + 1].first
    default: return try explicit(spans[handle].first, in: clock)
    }
  }

  private mutating func explicit(
    _ id: CharacterID, in clock: CharacterClock
  ) throws(DocumentsError) -> CharacterID {
    let actor = Int64(id.actor).addingReportingOverflow(try origins.signed()).partialValue
    let sequence = Int64(id.sequence).addingReportingOverflow(try origins.signed()).partialValue
    guard actor >= 0, actor < Int64(clock.timelines.count), sequence >= 0,
      sequence < Int64(clock.timelines[Int(actor)].count)
    else { throw .damaged("an origin is unknown") }
    return CharacterID(actor: UInt32(actor), sequence: UInt32(sequence))
  }
}
