/// A terminal's description in its compiled form, read and written (term(5)).
///
/// Numbers are written in 32 bits, as ncurses reads them since 6.1.
package struct CompiledTerminfo: Hashable {
  /// A capability that has a name of its own, beyond the standard ones.
  package struct Extended<Value: Hashable>: Hashable {
    package var name: [UInt8]
    package var value: Value
  }

  /// The names of the terminal, separated by `|`.
  package var names: [UInt8]
  /// The standard capabilities in the order of ncurses' tables; an absent number is -1.
  package var flags: [UInt8]
  package var numbers: [Int32]
  package var strings: [[UInt8]?]
  package var extendedFlags: [Extended<UInt8>] = []
  package var extendedNumbers: [Extended<Int32>] = []
  package var extendedStrings: [Extended<[UInt8]?>] = []

  private static let shortMagic = 0x011A
  private static let longMagic = 0x021E

  /// Reads a description; nil when it is not in the form.
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let magic = reader.short(), magic == Self.shortMagic || magic == Self.longMagic,
      let sizes = reader.shorts(5), sizes.allSatisfy({ $0 >= 0 }),
      let names = reader.take(sizes[0]), let flags = reader.take(sizes[1])
    else { return nil }
    let isLong = magic == Self.longMagic
    reader.align()
    guard let numbers = reader.numbers(sizes[2], isLong: isLong),
      let offsets = reader.shorts(sizes[3]), let table = reader.take(sizes[4])
    else { return nil }
    self.names = Array(names.prefix { $0 != 0 })
    self.flags = Array(flags)
    self.numbers = numbers
    strings = offsets.map { Self.string(at: $0, in: table) }
    reader.align()
    if !reader.isAtEnd, !readExtended(&reader, isLong: isLong) { return nil }
  }

  private mutating func readExtended(_ reader: inout Reader, isLong: Bool) -> Bool {
    guard let sizes = reader.shorts(5), sizes.allSatisfy({ $0 >= 0 }),
      let flags = reader.take(sizes[0])
    else { return false }
    let count = sizes[0] + sizes[1] + sizes[2]
    reader.align()
    guard let numbers = reader.numbers(sizes[1], isLong: isLong),
      let values = reader.shorts(sizes[2]), let nameOffsets = reader.shorts(count),
      let table = reader.take(sizes[4])
    else { return false }
    let strings = values.map { Self.string(at: $0, in: table) }
    // The names come after the values, and count from there.
    let end = zip(values, strings).map { $0 + ($1?.count ?? -1) + 1 }.max() ?? 0
    let names = nameOffsets.map { Self.string(at: $0 + max(0, end), in: table) }
    guard !names.contains(nil) else { return false }
    let known = names.map { $0 ?? [] }
    extendedFlags = zip(known, flags).map { Extended(name: $0, value: $1) }
    extendedNumbers = zip(known.dropFirst(sizes[0]), numbers).map { Extended(name: $0, value: $1) }
    extendedStrings = zip(known.dropFirst(sizes[0] + sizes[1]), strings).map {
      Extended(name: $0, value: $1)
    }
    return true
  }

  private static func string(at offset: Int, in table: ArraySlice<UInt8>) -> [UInt8]? {
    guard offset >= 0, offset < table.count else { return nil }
    return Array(table[(table.startIndex + offset)...].prefix { $0 != 0 })
  }

  // MARK: - Writing

  /// The description in its compiled form.
  package var bytes: [UInt8] {
    var offsets: [Int] = []
    var table: [UInt8] = []
    Self.add(strings, &offsets, &table)
    var result: [UInt8] = []
    let header = [Self.longMagic, names.count + 1, flags.count, numbers.count, strings.count]
    for value in header + [table.count] { Self.add(short: value, to: &result) }
    result += names + [0] + flags
    Self.align(&result)
    for number in numbers { Self.add(long: number, to: &result) }
    for offset in offsets { Self.add(short: offset, to: &result) }
    result += table
    guard !extendedFlags.isEmpty || !extendedNumbers.isEmpty || !extendedStrings.isEmpty else {
      return result
    }
    Self.align(&result)
    return result + extendedBytes
  }

  private var extendedBytes: [UInt8] {
    var offsets: [Int] = []
    var table: [UInt8] = []
    Self.add(extendedStrings.map(\.value), &offsets, &table)
    var nameOffsets: [Int] = []
    var nameTable: [UInt8] = []
    let names =
      extendedFlags.map(\.name) + extendedNumbers.map(\.name) + extendedStrings.map(\.name)
    Self.add(names, &nameOffsets, &nameTable)
    let stored = offsets.count { $0 >= 0 } + nameOffsets.count
    var result: [UInt8] = []
    for value in [
      extendedFlags.count, extendedNumbers.count, extendedStrings.count, stored,
      table.count + nameTable.count,
    ] { Self.add(short: value, to: &result) }
    result += extendedFlags.map(\.value)
    Self.align(&result)
    for number in extendedNumbers { Self.add(long: number.value, to: &result) }
    for offset in offsets + nameOffsets { Self.add(short: offset, to: &result) }
    return result + table + nameTable
  }

  private static func add(
    _ strings: [[UInt8]?], _ offsets: inout [Int], _ table: inout [UInt8]
  ) {
    for string in strings {
      offsets.append(string == nil ? -1 : table.count)
      if let string { table += string + [0] }
    }
  }

  private static func align(_ bytes: inout [UInt8]) {
    if bytes.count % 2 == 1 { bytes.append(0) }
  }

  private static func add(short value: Int, to bytes: inout [UInt8]) {
    let bits = UInt16(truncatingIfNeeded: value)
    bytes += [UInt8(bits & 0xff), UInt8(bits >> 8)]
  }

  private static func add(long value: Int32, to bytes: inout [UInt8]) {
    let bits = UInt32(bitPattern: value)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(bits >> shift & 0xff))
    }
  }
}

/// Reads little-endian numbers from bytes.
private struct Reader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func align() { position += position % 2 }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, position + count <= bytes.count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func short() -> Int? {
    take(2).map { pair in
      Int(Int16(bitPattern: UInt16(pair[pair.startIndex]) | UInt16(pair[pair.startIndex + 1]) << 8))
    }
  }

  mutating func shorts(_ count: Int) -> [Int]? {
    guard count >= 0, position + 2 * count <= bytes.count else { return nil }
    return (0..<count).compactMap { _ in short() }
  }

  mutating func numbers(_ count: Int, isLong: Bool) -> [Int32]? {
    guard isLong else { return shorts(count)?.map(Int32.init) }
    guard count >= 0, position + 4 * count <= bytes.count else { return nil }
    return (0..<count).compactMap { _ in
      take(4).map { $0.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        .map(Int32.init(bitPattern:))
    }
  }
}
