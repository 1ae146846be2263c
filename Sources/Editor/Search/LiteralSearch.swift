/// Finds a text in a rope by its bytes, folding the case of ASCII letters if asked.
struct LiteralSearch {
  /// How much is copied out of the rope at a time.
  static let windowSize = 64 << 10
  /// How many bytes are compared in a step of a `WorkMeter`.
  private static let bytesPerStep = 256

  private let needle: [UInt8]
  private let folds: Bool
  private let isWord: Bool

  /// Prepares a pattern that can be compared byte by byte.
  init(_ pattern: SearchPattern) {
    folds = !pattern.isCaseSensitive
    needle = pattern.text.utf8.map { pattern.isCaseSensitive ? $0 : LiteralSearch.folded($0) }
    isWord = pattern.kind == .word
  }

  /// Visits the matches that start in a range, in order and without overlap, until the body
  /// answers false or the work is spent.
  func visit(
    _ range: Range<Int>, in buffer: TextBuffer, spending meter: inout WorkMeter,
    _ body: (Range<Int>) -> Bool
  ) {
    guard !needle.isEmpty else { return }
    var start = range.lowerBound
    var earliest = start
    while start < range.upperBound, !meter.isSpent {
      let end = min(range.upperBound, start + LiteralSearch.windowSize)
      let window = buffer.bytes(in: start..<min(buffer.byteCount, end + needle.count - 1))
      meter.spend(window.count / LiteralSearch.bytesPerStep)
      let goesOn = window.withUnsafeBufferPointer { bytes in
        scan(bytes, count: end - start, &meter) { index in
          let match = start + index..<start + index + needle.count
          guard match.lowerBound >= earliest, accepts(match, buffer) else { return true }
          earliest = match.upperBound
          return body(match)
        }
      }
      if !goesOn { return }
      start = end
    }
  }

  /// The last match that starts in a range; nil, too, when the work is spent before.
  func last(
    in range: Range<Int>, of buffer: TextBuffer, spending meter: inout WorkMeter
  ) -> Range<Int>? {
    var end = range.upperBound
    // Short windows first, so that a near match costs as little as forwards.
    var size = 256
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - size)
      size = min(LiteralSearch.windowSize, 4 * size)
      var found: Range<Int>?
      visit(start..<end, in: buffer, spending: &meter) { match in
        found = match
        return true
      }
      if meter.isSpent { return nil }
      if let found { return found }
      end = start
    }
    return nil
  }

  /// Calls the body with each index below a count where the needle is.
  private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, count: Int, _ meter: inout WorkMeter,
    _ body: (Int) -> Bool
  ) -> Bool {
    let first = needle[0]
    let other = folds ? LiteralSearch.unfolded(first) : first
    let last = min(count, bytes.count - needle.count + 1)
    var index = 0
    var compared = 0
    while index < last {
      let byte = bytes[index]
      if byte == first || byte == other {
        let equal = equalBytes(bytes, at: index)
        compared += equal
        if equal == needle.count {
          meter.spend(isPlain(bytes, around: index) ? 2 : 60)
          if meter.isSpent || !body(index) { return false }
        }
        if compared > LiteralSearch.windowSize {
          meter.spend(compared / LiteralSearch.bytesPerStep)
          if meter.isSpent { return false }
          compared = 0
        }
      }
      index += 1
    }
    return true
  }

  /// Whether a match at an index is between Latin letters, so that it is quickly accepted: among
  /// others the text before it may have to be read.
  private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, around index: Int) -> Bool {
    [index, index + needle.count].allSatisfy { place in
      Self.isLatin(bytes, place) && (place == 0 || Self.isLatin(bytes, place - 1))
    }
  }

  /// Whether a byte is of a scalar below U+0300; true at the end.
  private static func isLatin(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index < bytes.count, bytes[index] >= 0x80 else { return true }
    let lead = bytes[index] < 0xc0 && index > 0 ? bytes[index - 1] : bytes[index]
    return 0xc2...0xcb ~= lead
  }

  /// How many bytes of the needle are at an index, the first of which is.
  private func equalBytes(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    for offset in 1..<max(1, needle.count) {
      let byte = bytes[index + offset]
      if (folds ? LiteralSearch.folded(byte) : byte) != needle[offset] { return offset }
    }
    return needle.count
  }

  /// Whether a match starts and ends between clusters, and between words if asked.
  private func accepts(_ match: Range<Int>, _ buffer: TextBuffer) -> Bool {
    guard buffer.isBoundary(match.lowerBound), buffer.isBoundary(match.upperBound) else {
      return false
    }
    guard isWord else { return true }
    let before =
      match.lowerBound == 0
      ? CharacterClass.blank
      : buffer.characterClass(at: buffer.offset(before: match.lowerBound), big: false)
    let after = buffer.characterClass(at: match.upperBound, big: false)
    let first = buffer.characterClass(at: match.lowerBound, big: false)
    let last = buffer.characterClass(at: buffer.offset(before: match.upperBound), big: false)
    return before != first && after != last
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte + 32 : byte
  }

  private static func unfolded(_ byte: UInt8) -> UInt8 {
    (0x61...0x7a).contains(byte) ? byte - 32 : byte
  }
}
