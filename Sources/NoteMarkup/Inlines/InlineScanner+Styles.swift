// MARK: - Bare addresses, emphasis and strikethrough, well enough to colour them

extension InlineScanner {
  /// `http://…` or `https://…` at a word's start.
  mutating func address() -> InlineElement? {
    let first = position
    position += 1
    let isWordStart = !InlineScanner.isWordByte(byte(first - 1))
    guard label == nil, isWordStart,
      hasPrefix("https://", at: first) || hasPrefix("http://", at: first)
    else { return nil }
    var close = first
    while close < end, bytes[close] > 0x20, !"<>\"".utf8.contains(bytes[close]) { close += 1 }
    while close > first, ".,;:!?)]'*_".utf8.contains(bytes[close - 1]) { close -= 1 }
    position = max(close, first + 1)
    return InlineElement(kind: .address(first..<position), range: first..<position)
  }

  private func hasPrefix(_ prefix: StaticString, at offset: Int) -> Bool {
    guard offset + prefix.utf8CodeUnitCount <= end else { return false }
    return prefix.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
  }

  mutating func emphasis(_ mark: UInt8) -> InlineElement? {
    let first = position
    while position < end, bytes[position] == mark { position += 1 }
    let run = position - first
    let opens = position < end && bytes[position] > 0x20
    let inWord = mark == UInt8(ascii: "_") && InlineScanner.isWordByte(byte(first - 1))
    guard run <= 3, opens, !inWord, !closed.contains(first),
      let close = closing(mark, run, from: position)
    else { return nil }
    // The marks inside are still read: links and code may be emphasised.
    closed.insert(close)
    let range = first..<close + run
    let strong = InlineElement(kind: .strong, range: range)
    if run == 2 { return strong }
    if run == 3 { pending = InlineElement(kind: .emphasis, range: range) }
    return run == 3 ? strong : InlineElement(kind: .emphasis, range: range)
  }

  /// Where a run of marks closes: after a visible byte, of at least the same length.
  private mutating func closing(_ mark: UInt8, _ run: Int, from first: Int) -> Int? {
    if absent.hasNoEmphasis(mark, run) { return nil }
    var search = first
    while search < end {
      if bytes[search] == UInt8(ascii: "\\") {
        search += 2
        continue
      }
      var length = 0
      while search + length < end, bytes[search + length] == mark { length += 1 }
      let inWord = mark == UInt8(ascii: "_") && InlineScanner.isWordByte(byte(search + length))
      if length == run || (length > run && run < 3 && length == 3), byte(search - 1) > 0x20, !inWord
      {
        return search
      }
      search += max(1, length)
    }
    absent.setNoEmphasis(mark, run)
    return nil
  }

  mutating func strikethrough() -> InlineElement? {
    let first = position
    while position < end, bytes[position] == UInt8(ascii: "~") { position += 1 }
    guard position - first == 2, !closed.contains(first), !absent.hasNoTildes else { return nil }
    var search = position
    while search + 1 < end {
      if bytes[search] == UInt8(ascii: "~"), bytes[search + 1] == UInt8(ascii: "~") {
        closed.insert(search)
        return InlineElement(kind: .strikethrough, range: first..<search + 2)
      }
      search += 1
    }
    absent.hasNoTildes = true
    return nil
  }
}
