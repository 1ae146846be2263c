// MARK: - Brackets and characters in a line

extension TextBuffer {
  /// The bytes of a range, on any boundaries.
  func bytes(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    forEachChunk(in: range) { result.append(contentsOf: $0) }
    return result
  }

  /// The opening and closing brackets that `%` and the text objects know, in ASCII.
  static let brackets: [(open: UInt8, close: UInt8)] = [
    (0x28, 0x29), (0x5b, 0x5d), (0x7b, 0x7d), (0x3c, 0x3e),
  ]

  /// The partner of the first bracket at or after an offset in its line; nil if there is none.
  func matchingBracket(from offset: Int) -> Int? {
    let end = lineRange(line(at: offset)).upperBound
    var found: (position: Int, byte: UInt8)?
    var position = offset
    visitChunks(in: offset..<max(offset, end)) { chunk in
      for byte in chunk {
        let isBracket = TextBuffer.brackets.prefix(3).contains {
          $0.open == byte || $0.close == byte
        }
        if isBracket {
          found = (position, byte)
          return false
        }
        position += 1
      }
      return true
    }
    guard let found else { return nil }
    for pair in TextBuffer.brackets {
      if found.byte == pair.open { return closing(pair, from: found.position + 1) }
      if found.byte == pair.close { return opening(pair, before: found.position) }
    }
    return nil
  }

  /// The next opening bracket, unless a closing one comes before it.
  func nextOpening(_ pair: (open: UInt8, close: UInt8), from offset: Int) -> Int? {
    var position = offset
    var isOpening = false
    visitChunks(in: offset..<max(offset, byteCount)) { chunk in
      for byte in chunk {
        isOpening = byte == pair.open
        if isOpening || byte == pair.close { return false }
        position += 1
      }
      return true
    }
    return isOpening ? position : nil
  }

  /// The bracket that closes what is open at an offset.
  func closing(_ pair: (open: UInt8, close: UInt8), from offset: Int) -> Int? {
    var depth = 1
    var position = min(offset, byteCount)
    let isFound = !visitChunks(in: position..<byteCount) { chunk in
      for byte in chunk {
        if byte == pair.open { depth += 1 }
        if byte == pair.close { depth -= 1 }
        if depth == 0 { return false }
        position += 1
      }
      return true
    }
    return isFound ? position : nil
  }

  /// The bracket that opened what surrounds an offset.
  func opening(_ pair: (open: UInt8, close: UInt8), before offset: Int) -> Int? {
    var depth = 1
    var end = offset
    while end > 0 {
      let start = max(0, end - 1024)
      let window = bytes(in: start..<end)
      for index in window.indices.reversed() {
        if window[index] == pair.close { depth += 1 }
        if window[index] == pair.open { depth -= 1 }
        if depth == 0 { return start + index }
      }
      end = start
    }
    return nil
  }

  /// How far a character is looked for in its line, in bytes.
  private static let longestFind = 128 << 10

  /// The nth occurrence of a character after an offset in its line.
  func find(_ character: Character, after offset: Int, count: Int) -> Int? {
    var left = count
    var position = self.offset(after: offset)
    let end = min(lineRange(line(at: offset)).upperBound, offset + TextBuffer.longestFind)
    while position < end {
      if self.character(at: position) == character {
        left -= 1
        if left == 0 { return position }
      }
      position = self.offset(after: position)
    }
    return nil
  }

  /// The nth occurrence of a character before an offset in its line.
  func find(_ character: Character, before offset: Int, count: Int) -> Int? {
    var left = count
    var position = offset
    let start = max(lineStart(line(at: offset)), offset - TextBuffer.longestFind)
    while position > start {
      position = self.offset(before: position)
      if self.character(at: position) == character {
        left -= 1
        if left == 0 { return position }
      }
    }
    return nil
  }
}
