/// Bytes in the making: variable-length integers (LEB128), strings and tickets.
///
/// Actors are written once each and named by number after that.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  /// What the values of operations count in bytes.
  private(set) var weight = 0
  var context: ChangeContext
  /// Whether objects are written with the times of keys that nothing holds any more.
  var writesPurgedKeys = false
  /// Lamport time of the last ticket; the next is written as the distance from it.
  private var lamport: Int64 = 0

  init(_ context: ChangeContext = ChangeContext(), expecting count: Int = 0) {
    self.context = context
    if count > 0 { bytes.reserveCapacity(count) }
  }

  /// The bytes so far; the next ones start from nothing.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ count: Int) { write(UInt64(count)) }

  /// Zigzag: small numbers of either sign are short.
  mutating func write(signed value: Int64) {
    write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Notes an element of an operation, without its parts.
  mutating func weigh(_ value: ElementValue) { weight += value.ownWeight }

  /// Bytes without their number.
  mutating func append(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

  mutating func write(_ raw: [UInt8]) {
    write(raw.count)
    bytes.append(contentsOf: raw)
  }

  /// An actor: its number above 12, or the number of its bytes after leading zeros, and these.
  mutating func write(_ actor: ActorID) {
    if let number = context.actors.number(of: actor) {
      write(number + 13)
    } else {
      let raw = actor.bytes.drop { $0 == 0 }
      write(raw.count)
      bytes.append(contentsOf: raw)
      context.actors.append(actor)
    }
  }

  mutating func write(_ ticket: TimeTicket) {
    write(ticket.actor)
    write(signed: ticket.lamport &- lamport)
    write(UInt64(ticket.delimiter))
    lamport = ticket.lamport
  }

  mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(byte: value == nil ? 0 : 1)
    if let value { body(&self, value) }
  }

  mutating func write<Values: Collection>(
    all values: Values, _ body: (inout ByteWriter, Values.Element) -> Void
  ) {
    write(values.count)
    for value in values { body(&self, value) }
  }

  mutating func write(_ values: [String: String]) {
    write(all: values.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  mutating func write(_ vector: VersionVector) {
    write(all: vector.entries) { writer, entry in
      writer.write(entry.actor)
      writer.write(signed: entry.lamport)
    }
  }
}
