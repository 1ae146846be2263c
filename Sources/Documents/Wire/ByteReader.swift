/// Reads what ``ByteWriter`` wrote; any other bytes are read whole or refused with an error.
///
/// A count is checked against the bytes that are left, and what it asks for against the allowance,
/// before anything is allocated for it.
struct ByteReader: Sendable {
  /// Bytes of memory that values may take for each byte that is read.
  static let bytesPerByte = 64
  /// Bytes of memory that they may take in any case.
  static let freeBytes = 4096

  /// How many entries of vectors may be copied for each byte read, and how many more in all.
  private static let (entriesPerByte, freeEntries) = (64, 1 << 20)

  private let bytes: [UInt8]
  private var index = 0
  private var lamport: Int64 = 0
  /// The latest lamport time that was read as part of a ticket.
  private(set) var latest: Int64 = 0
  /// Bytes of memory since the last `release`, of values that may take much more than was read.
  private(set) var held = 0
  /// What the values of operations count in bytes, including values that are not kept.
  private(set) var weight = 0
  /// Entries of vectors that were copied.
  private var copiedEntries = 0
  /// Whether what only editing needs stays unread; for bytes that this program stored.
  var isLazy = false
  /// Whether what is read is only checked, so that lists need not be kept.
  var isChecking = false
  /// Whether objects have the times of keys that nothing holds any more.
  var readsPurgedKeys = false
  var context: ChangeContext

  init(_ bytes: [UInt8], _ context: ChangeContext = ChangeContext()) {
    self.bytes = bytes
    self.context = context
  }

  var remaining: Int { bytes.count - index }

  /// Notes what is about to be allocated: `count` values in one collection.
  ///
  /// - Throws: `.damaged` if all that is held would exceed the allowance.
  mutating func charge(_ count: Int, ofSize size: Int) throws(DocumentsError) {
    if count > 0 { try hold(48 + count * size) }
  }

  /// Notes that bytes are held.
  mutating func hold(_ bytes: Int) throws(DocumentsError) {
    held += bytes
    guard held <= Self.freeBytes + Self.bytesPerByte * self.bytes.count else {
      throw .damaged("the values take more than \(Self.bytesPerByte) bytes for each byte")
    }
  }

  /// Notes that a vector is copied, which costs time for each entry.
  ///
  /// - Throws: `.damaged` for more entries than many changes by a thousand actors have.
  mutating func noteCopy(of vector: VersionVector) throws(DocumentsError) {
    copiedEntries += vector.count
    guard copiedEntries <= Self.freeEntries + Self.entriesPerByte * bytes.count else {
      throw .damaged("its changes know too many actors")
    }
  }

  /// Starts the count again: values read so far are not kept.
  mutating func release() { held = 0 }

  /// Notes an element of an operation, without its parts.
  mutating func weigh(_ value: ElementValue) { weight += value.ownWeight }

  /// Notes a lamport time that was read.
  mutating func note(_ lamport: Int64) { latest = max(latest, lamport) }

  mutating func byte() throws(DocumentsError) -> UInt8 {
    guard index < bytes.count else { throw .damaged("the bytes end early") }
    index += 1
    return bytes[index - 1]
  }

  /// Reads groups of four bytes that begin with the same three, while the fourth is below 128.
  ///
  /// - Returns: The fourth bytes; what follows stays unread.
  mutating func letters(after start: (UInt8, UInt8, UInt8), atMost count: Int) -> [UInt8] {
    var end = index
    while end - index < 4 * count, end + 4 <= bytes.count, bytes[end] == start.0,
      bytes[end + 1] == start.1, bytes[end + 2] == start.2, bytes[end + 3] < 0x80
    {
      end += 4
    }
    guard end > index else { return [] }
    defer { index = end }
    return stride(from: index + 3, to: end, by: 4).map { bytes[$0] }
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

  mutating func raw() throws(DocumentsError) -> [UInt8] { try raw(try count()) }

  mutating func raw(_ count: Int) throws(DocumentsError) -> [UInt8] { [UInt8](try slice(count)) }

  mutating func slice(_ count: Int) throws(DocumentsError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .damaged("the bytes end early") }
    index += count
    return bytes[index - count..<index]
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
    if number > 12 {
      guard number - 13 < context.actors.count else { throw .damaged("an actor is unknown") }
      return context.actors[number - 13]
    }
    guard number <= remaining,
      let actor = ActorID(
        bytes: [UInt8](repeating: 0, count: 12 - number) + bytes[index..<index + number])
    else { throw .damaged("an actor is cut short") }
    index += number
    guard number == 0 || bytes[index - number] != 0, context.actors.number(of: actor) == nil else {
      throw .damaged("an actor is written twice")
    }
    context.actors.append(actor)
    return actor
  }

  mutating func ticket() throws(DocumentsError) -> TimeTicket {
    let actor = try actor()
    let value = lamport.addingReportingOverflow(try signed())
    guard !value.overflow, value.partialValue >= 0, value.partialValue < Int64.max / 2 else {
      throw .damaged("a time is out of range")
    }
    lamport = value.partialValue
    note(lamport)
    return TimeTicket(lamport: lamport, actor: actor, delimiter: UInt32(try small()))
  }

  /// A lamport time by itself.
  mutating func time() throws(DocumentsError) -> Int64 {
    let value = try unsigned()
    guard value < UInt64(Int64.max / 2) else { throw .damaged("a time is out of range") }
    return Int64(value)
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
    let count = try count(ofSize: size)
    try charge(count, ofSize: MemoryLayout<Value>.stride)
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  mutating func strings() throws(DocumentsError) -> [String: String] {
    var values: [String: String] = [:]
    let count = try count(ofSize: 2)
    // A dictionary has up to 8/3 places for each entry.
    try charge(count, ofSize: 3 * 2 * MemoryLayout<String>.stride)
    for _ in 0..<count {
      let key = try string()
      values[key] = try string()
    }
    return values
  }

  mutating func vector() throws(DocumentsError) -> VersionVector {
    var times: [ActorID: Int64] = [:]
    for _ in 0..<(try count(ofSize: 2)) {
      let actor = try actor()
      let time = try signed()
      guard time >= 0, time < Int64.max / 2 else { throw .damaged("a time is out of range") }
      times[actor] = time
    }
    return VersionVector(times)
  }

  /// Reads zeros up to the end.
  mutating func filling() throws(DocumentsError) {
    guard try slice(remaining).allSatisfy({ $0 == 0 }) else {
      throw .damaged("bytes are left over")
    }
  }

  func end() throws(DocumentsError) {
    if remaining > 0 { throw .damaged("bytes are left over") }
  }
}
