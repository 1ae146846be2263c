/// Reads what ``ByteWriter`` wrote; any bytes at all are refused with an error or read whole.
///
/// A count is checked against the bytes that are left before anything is allocated for it.
struct ByteReader {
  private let bytes: [UInt8]
  private var index = 0
  private var actors: [ActorID] = []
  private var lamport: Int64 = 0
  /// What the last change knew of others.
  var lastVector = VersionVector()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - index }

  mutating func byte() throws(DocumentsError) -> UInt8 {
    guard index < bytes.count else { throw .damaged("the bytes end early") }
    index += 1
    return bytes[index - 1]
  }

  mutating func unsigned() throws(DocumentsError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw .damaged("an integer is too long") }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func signed() throws(DocumentsError) -> Int64 {
    let raw = try unsigned()
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// A number of things of at least `size` bytes each.
  mutating func count(ofSize size: Int = 1) throws(DocumentsError) -> Int {
    let value = try unsigned()
    guard value <= UInt64(remaining / size) else { throw .damaged("a count exceeds the bytes") }
    return Int(value)
  }

  /// A number that fits 31 bits.
  mutating func small() throws(DocumentsError) -> Int {
    let value = try unsigned()
    guard value <= UInt64(Int32.max) else { throw .damaged("a number is too large") }
    return Int(value)
  }

  mutating func raw() throws(DocumentsError) -> [UInt8] {
    let count = try count()
    index += count
    return [UInt8](bytes[index - count..<index])
  }

  mutating func string() throws(DocumentsError) -> String {
    let count = try count()
    index += count
    guard let text = String(validating: bytes[index - count..<index], as: UTF8.self) else {
      throw .damaged("a string is no UTF-8")
    }
    return text
  }

  mutating func actor() throws(DocumentsError) -> ActorID {
    let number = try small()
    if number < actors.count { return actors[number] }
    guard number == actors.count, remaining >= 12,
      let actor = ActorID(bytes: bytes[index..<index + 12])
    else { throw .damaged("an actor is unknown") }
    index += 12
    actors.append(actor)
    return actor
  }

  mutating func ticket() throws(DocumentsError) -> TimeTicket {
    let actor = try actor()
    let value = lamport.addingReportingOverflow(try signed())
    guard !value.overflow, value.partialValue >= 0, value.partialValue < Int64.max / 2 else {
      throw .damaged("a time is out of range")
    }
    lamport = value.partialValue
    return TimeTicket(lamport: lamport, actor: actor, delimiter: UInt32(try small()))
  }

  mutating func optional<Value>(
    _ body: (inout ByteReader) throws(DocumentsError) -> Value
  ) throws(DocumentsError) -> Value? {
    switch try byte() {
    case 0: nil
    case 1: try body(&self)
    default: throw .damaged("a mark is unknown")
    }
  }

  mutating func all<Value>(
    ofSize size: Int = 1, _ body: (inout ByteReader) throws(DocumentsError) -> Value
  ) throws(DocumentsError) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count(ofSize: size)) { values.append(try body(&self)) }
    return values
  }

  mutating func strings() throws(DocumentsError) -> [String: String] {
    var values: [String: String] = [:]
    for _ in 0..<(try count(ofSize: 2)) {
      let key = try string()
      values[key] = try string()
    }
    return values
  }

  mutating func vector() throws(DocumentsError) -> VersionVector {
    var times: [ActorID: Int64] = [:]
    for _ in 0..<(try count(ofSize: 2)) {
      let actor = try actor()
      times[actor] = try signed()
    }
    return VersionVector(times)
  }

  func end() throws(DocumentsError) {
    if remaining > 0 { throw .damaged("bytes are left over") }
  }
}
