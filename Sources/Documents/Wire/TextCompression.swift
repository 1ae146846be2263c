/// Bytes in fewer bytes, where they repeat; unpacking costs little more than a copy.
///
/// LZ77 with byte-aligned tokens in the manner of LZ4: a token holds the number of literal bytes
/// and the length of a match less 4, 15 each for "and more"; then the literals, then the distance
/// of the match in two bytes. The last token has no match.
enum TextCompression {
  /// Bytes that one packed byte may make, at most.
  static let ratio = 16
  private static let window = 65_535
  private static let minimumMatch = 4
  /// Earlier places that are tried for one match.
  private static let attempts = 24

  /// The bytes in short form.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 2 + 16)
    var heads = [Int32](repeating: -1, count: 1 << 15)
    var earlier = [Int32](repeating: -1, count: bytes.count)
    var literals = 0
    var index = 0
    while index + minimumMatch <= bytes.count {
      let match = find(at: index, in: bytes, heads, earlier)
      let next = index + 1
      // A longer match one byte later is worth a literal.
      if match.length >= minimumMatch, match.length < 32, next + minimumMatch <= bytes.count {
        note(index, bytes, &heads, &earlier)
        if find(at: next, in: bytes, heads, earlier).length > match.length + 1 {
          index = next
          continue
        }
      } else {
        note(index, bytes, &heads, &earlier)
      }
      guard match.length >= minimumMatch else {
        index = next
        continue
      }
      write(bytes[literals..<index], match, to: &output)
      let end = index + match.length
      index = next
      while index < end {
        if index + minimumMatch <= bytes.count { note(index, bytes, &heads, &earlier) }
        index += 1
      }
      literals = end
    }
    write(bytes[literals...], nil, to: &output)
    return output
  }

  private static func key(_ index: Int, _ bytes: [UInt8]) -> Int {
    let word =
      UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
      | UInt32(bytes[index + 3]) << 24
    // Knuth's multiplicative hash.
    return Int((word &* 2_654_435_761) >> 17)
  }

  private static func note(
    _ index: Int, _ bytes: [UInt8], _ heads: inout [Int32], _ earlier: inout [Int32]
  ) {
    let key = key(index, bytes)
    earlier[index] = heads[key]
    heads[key] = Int32(truncatingIfNeeded: index)
  }

  private static func find(
    at index: Int, in bytes: [UInt8], _ heads: [Int32], _ earlier: [Int32]
  ) -> (length: Int, distance: Int) {
    var best = (length: 0, distance: 0)
    var candidate = Int(heads[key(index, bytes)])
    var left = attempts
    while candidate >= 0, index - candidate <= window, left > 0 {
      var length = 0
      while index + length < bytes.count, bytes[candidate + length] == bytes[index + length] {
        length += 1
      }
      if length > best.length { best = (length, index - candidate) }
      candidate = Int(earlier[candidate])
      left -= 1
    }
    return best
  }

  private static func write(
    _ literals: ArraySlice<UInt8>, _ match: (length: Int, distance: Int)?, to output: inout [UInt8]
  ) {
    let extra = match.map { $0.length - minimumMatch } ?? 0
    output.append(UInt8(min(literals.count, 15) << 4 | min(extra, 15)))
    writeRest(literals.count, to: &output)
    output.append(contentsOf: literals)
    guard let match else { return }
    output.append(UInt8(truncatingIfNeeded: match.distance))
    output.append(UInt8(truncatingIfNeeded: match.distance >> 8))
    writeRest(extra, to: &output)
  }

  private static func writeRest(_ count: Int, to output: inout [UInt8]) {
    guard count >= 15 else { return }
    var rest = count - 15
    while rest >= 255 {
      output.append(255)
      rest -= 255
    }
    output.append(UInt8(rest))
  }

  /// The bytes that `pack` was given.
  ///
  /// - Returns: Exactly `count` bytes, or nil for a form that does not make that many.
  static func unpack(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    packed.withUnsafeBufferPointer { input -> [UInt8]? in
      var isRight = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, made in
        isRight = unpack(input, into: output, count: count, &made)
      }
      return isRight && bytes.count == count ? bytes : nil
    }
  }

  /// The length that four bits of a token begin; nil when it ends too early or is over `most`.
  private static func length(
    _ start: Int, _ input: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ most: Int
  ) -> Int? {
    guard start == 15 else { return start }
    var value = 15
    while index < input.count {
      let next = Int(input[index])
      index += 1
      value += next
      if next < 255 { return value }
      if value > most { return nil }
    }
    return nil
  }

  /// Copies bytes to after them: eight at once where they are `apart` and there is room for more
  /// than are asked for, which the next bytes overwrite.
  private static func copy(
    _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, room: Int,
    apart: Bool
  ) {
    guard apart, count + 8 <= room else {
      for step in 0..<count {
        target.storeBytes(
          of: source.load(fromByteOffset: step, as: UInt8.self), toByteOffset: step, as: UInt8.self)
      }
      return
    }
    var step = 0
    while step < count {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: step, as: UInt64.self), toByteOffset: step,
        as: UInt64.self)
      step += 8
    }
  }

  /// Makes at most `count` bytes, and returns whether the form is right so far.
  private static func unpack(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, count: Int,
    _ made: inout Int
  ) -> Bool {
    guard let source = UnsafeRawPointer(input.baseAddress),
      let target = UnsafeMutableRawPointer(output.baseAddress)
    else { return false }
    var index = 0
    while index < input.count {
      let token = Int(input[index])
      index += 1
      guard let literals = length(token >> 4, input, &index, count),
        literals <= input.count - index,
        literals <= count - made
      else { return false }
      copy(
        literals, from: source + index, to: target + made,
        room: min(input.count - index, count - made), apart: true)
      index += literals
      made += literals
      if index == input.count { return token & 15 == 0 }
      guard index + 2 <= input.count else { return false }
      let distance = Int(input[index]) | Int(input[index + 1]) << 8
      index += 2
      guard let extra = length(token & 15, input, &index, count), distance > 0, distance <= made,
        extra + minimumMatch <= count - made
      else { return false }
      copy(
        extra + minimumMatch, from: target + made - distance, to: target + made,
        room: count - made, apart: distance >= 8)
      made += extra + minimumMatch
    }
    return false
  }
}
