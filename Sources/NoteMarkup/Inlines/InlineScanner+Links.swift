// MARK: - Inline links

extension InlineScanner {
  /// The parts of the link whose label opens at an offset (CommonMark 0.31, section 6.3).
  mutating func link(from opening: Int) -> (label: Range<Int>, destination: Range<Int>, end: Int)? {
    guard hasLinkMark(from: opening), let labelEnd = labelEnd(from: opening),
      byte(labelEnd + 1) == UInt8(ascii: "(")
    else { return nil }
    var place = skipBlanks(labelEnd + 2)
    guard let destination = destination(&place) else { return nil }
    let after = skipBlanks(place)
    if byte(after) == UInt8(ascii: ")"), after < end {
      return (opening + 1..<labelEnd, destination, after + 1)
    }
    guard after > place, let title = titleEnd(from: after) else { return nil }
    let close = skipBlanks(title)
    guard close < end, bytes[close] == UInt8(ascii: ")") else { return nil }
    return (opening + 1..<labelEnd, destination, close + 1)
  }

  /// Whether any `](` comes after an offset.
  private mutating func hasLinkMark(from offset: Int) -> Bool {
    if let known = absent.nextLinkMark, known >= offset { return known < end }
    var search = offset
    while search + 1 < end, !(bytes[search] == 0x5D && bytes[search + 1] == 0x28) { search += 1 }
    let found = search + 1 < end ? search : Int.max
    absent.nextLinkMark = found
    return found < end
  }

  private mutating func labelEnd(from opening: Int) -> Int? {
    var depth = 0
    var search = opening
    let limit = min(end, opening + InlineScanner.maximumPart)
    while search < limit {
      switch bytes[search] {
      case 0x5C: search += 1
      case UInt8(ascii: "`"): search = skipTicks(from: search) - 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return search }
      default: break
      }
      search += 1
    }
    return nil
  }

  /// The end of a code span, or of its opening run when it has none.
  private mutating func skipTicks(from opening: Int) -> Int {
    if let close = codeEnd(from: opening) { return close }
    var search = opening
    while search < end, bytes[search] == UInt8(ascii: "`") { search += 1 }
    return search
  }

  private func skipBlanks(_ offset: Int) -> Int {
    var position = offset
    while position < end, MarkdownLines.isBlank(bytes[position]) { position += 1 }
    return position
  }

  /// A destination in angle brackets, or one without blanks and with balanced parentheses.
  private func destination(_ place: inout Int) -> Range<Int>? {
    let first = place
    let limit = min(end, first + InlineScanner.maximumPart)
    if byte(first) == UInt8(ascii: "<"), first < end {
      place += 1
      while place < limit, bytes[place] != UInt8(ascii: ">") {
        guard bytes[place] != UInt8(ascii: "<") else { return nil }
        place += bytes[place] == 0x5C ? 2 : 1
      }
      guard place < limit else { return nil }
      place += 1
      return first + 1..<place - 1
    }
    var depth = 0
    while place < limit, bytes[place] > 32 {
      switch bytes[place] {
      case 0x5C: place += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return first..<place }
        depth -= 1
      default: break
      }
      place += 1
    }
    place = min(place, end)
    return depth == 0 && place < limit ? first..<place : nil
  }

  /// The end of a title in quotation marks or parentheses.
  private func titleEnd(from opening: Int) -> Int? {
    let close: UInt8
    switch byte(opening) {
    case UInt8(ascii: "\""): close = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): close = UInt8(ascii: "'")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    var search = opening + 1
    let limit = min(end, opening + InlineScanner.maximumPart)
    while search < limit {
      if bytes[search] == close { return search + 1 }
      search += bytes[search] == 0x5C ? 2 : 1
    }
    return nil
  }
}

// MARK: - Addresses and HTML

extension InlineScanner {
  /// The address in `<…>` (section 6.5): a scheme of 2 to 32 letters, or an e-mail address.
  func autolink(at opening: Int) -> Range<Int>? {
    var search = opening + 1
    var colon: Int?
    var hasAt = false
    while search < end, bytes[search] > 32, bytes[search] != UInt8(ascii: "<") {
      switch bytes[search] {
      case UInt8(ascii: ">"):
        let inner = opening + 1..<search
        if let colon, (2...32).contains(colon - opening - 1) { return inner }
        return hasAt && colon == nil ? inner : nil
      case UInt8(ascii: ":") where colon == nil && !hasAt: colon = search
      case UInt8(ascii: "@"): hasAt = true
      default:
        // Before the colon is a scheme, before the sign an account.
        guard colon != nil || bytes[search] >= 0x80 || isAddressByte(bytes[search]) else {
          return nil
        }
      }
      search += 1
    }
    return nil
  }

  private func isAddressByte(_ byte: UInt8) -> Bool {
    InlineScanner.isWordByte(byte) || "+.-_".utf8.contains(byte)
  }

  /// The end of the HTML tag or comment that begins at an offset (section 6.6); nil without one.
  mutating func htmlEnd(from opening: Int) -> Int? {
    var search = opening + 1
    if byte(search) == UInt8(ascii: "!") { return commentEnd(from: opening) }
    let closes = byte(search) == UInt8(ascii: "/")
    if closes { search += 1 }
    guard InlineScanner.isLetter(byte(search)) else { return nil }
    while InlineScanner.isWordByte(byte(search)) || byte(search) == UInt8(ascii: "-") {
      search += 1
    }
    while search < end {
      let next = skipBlanks(search)
      guard next < end else { return nil }
      if bytes[next] == UInt8(ascii: ">") { return next + 1 }
      if bytes[next] == UInt8(ascii: "/") {
        return byte(next + 1) == UInt8(ascii: ">") ? next + 2 : nil
      }
      guard !closes, next > search, let after = attributeEnd(from: next) else { return nil }
      search = after
    }
    return nil
  }

  private mutating func commentEnd(from opening: Int) -> Int? {
    guard byte(opening + 2) == UInt8(ascii: "-"), byte(opening + 3) == UInt8(ascii: "-"),
      !absent.hasNoCommentEnd
    else { return nil }
    var search = opening + 4
    while search + 2 < end {
      if (bytes[search], bytes[search + 1], bytes[search + 2]) == (0x2D, 0x2D, 0x3E) {
        return search + 3
      }
      search += 1
    }
    absent.hasNoCommentEnd = true
    return nil
  }

  private func attributeEnd(from first: Int) -> Int? {
    guard InlineScanner.isLetter(byte(first)) || byte(first) == UInt8(ascii: "_") else {
      return nil
    }
    var search = first
    while isAddressByte(byte(search)) || byte(search) == UInt8(ascii: ":") { search += 1 }
    let sign = skipBlanks(search)
    guard byte(sign) == UInt8(ascii: "=") else { return search }
    search = skipBlanks(sign + 1)
    let quote = byte(search)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let value = search
      while search < end, bytes[search] > 32, !"\"'=<>`".utf8.contains(bytes[search]) {
        search += 1
      }
      return search > value ? search : nil
    }
    search += 1
    while search < end, bytes[search] != quote { search += 1 }
    return search < end ? search + 1 : nil
  }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether a byte is a letter or a digit; all beyond ASCII count.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || isLetter(byte)
  }
}
