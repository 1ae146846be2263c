extension ByteWriter {
  /// Writes a text, as bytes of which the first are enough to read it.
  mutating func write(_ text: TextState) {
    if let sealed = text.sealed { return write(sealed.section) }
    var writer = ByteWriter()
    writer.write(parts: text)
    write(writer.bytes)
  }

  /// Writes the live content, the insertions, and the spans in columns.
  private mutating func write(parts text: TextState) {
    let handles = text.list.handles
    var content: [UInt8] = []
    for handle in handles where text.list.spans[handle].isLive {
      let span = text.list.spans[handle]
      content.append(contentsOf: text.buffer[Int(span.start)..<Int(span.start + span.bytes)])
    }
    write(packed: content)
    write(text.count)
    write(all: text.clock.timelines) { writer, timeline in
      writer.write(timeline.actor)
      writer.write(UInt64(timeline.count))
    }
    var runs = ByteWriter()
    for timeline in text.clock.timelines { runs.write(timeline) }
    let columns = TextColumns(text, handles)
    write(handles.count)
    // So that a reader never has to hold more than 64 bytes for each byte that it reads.
    write(packed: runs.bytes, atLeast: runs.bytes.count / 4)
    write(packed: columns.encoded(), atLeast: handles.count * TextColumns.spanBytes / 64)
    for handle in handles where TextColumns.isRare(text.list.spans[handle], handle, in: text) {
      writeRare(text.list.spans[handle], handle, of: text)
    }
  }

  /// Writes bytes packed if that is shorter.
  ///
  /// Pads what packs too well with zeros, so that a few bytes never expand to a great number.
  mutating func write(packed bytes: [UInt8], atLeast least: Int = 0) {
    let packed = bytes.count > 32 ? TextCompression.pack(bytes) : bytes
    let least = max(least, (bytes.count + TextCompression.ratio - 1) / TextCompression.ratio)
    let isPacked = max(packed.count, least) < bytes.count
    write(UInt64(bytes.count) << 1 | (isPacked ? 1 : 0))
    guard isPacked else { return append(bytes) }
    write(packed)
    write([UInt8](repeating: 0, count: max(0, least - packed.count)))
  }

  private mutating func write(_ timeline: CharacterClock.Timeline) {
    write(timeline.runs.count)
    var first: UInt32 = 0
    var lamport: Int64 = 0
    var delimiter: Int64 = 0
    for run in timeline.runs {
      // A run is stepped or not: the lowest bit.
      write(UInt64(run.first - first) << 1 | (run.isStepped ? 1 : 0))
      write(signed: run.lamport - lamport)
      write(signed: Int64(run.delimiter) - delimiter)
      first = run.first
      lamport = run.lamport
      delimiter = Int64(run.delimiter)
    }
  }

  private mutating func writeRare(_ span: TextSpan, _ handle: Int, of text: TextState) {
    typealias Rare = TextColumns.Rare
    let isWide = span.isLive && span.bytes != span.count
    var marks: UInt8 = 0
    if span.hasAttributes { marks |= Rare.attributes }
    if text.restoredAt(handle) != nil { marks |= Rare.restored }
    if isWide { marks |= Rare.wide }
    write(byte: marks)
    if isWide { write(Int(span.bytes)) }
    if let restored = text.restoredAt(handle) { write(restored) }
    guard span.hasAttributes else { return }
    write(all: (text.attributes[handle]?.entries ?? [:]).sorted { $0.key < $1.key }) {
      $0.write($1.key)
      $0.write($1.value.value) { $0.write($1) }
      $0.write($1.value.updatedAt)
    }
  }
}
