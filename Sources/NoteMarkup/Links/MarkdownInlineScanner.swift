/// Finds links and tags in one line.
struct MarkdownInlineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let end: Int
  private var position: Int

  init(bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    position = start
  }

  mutating func scan(into result: inout MarkdownScan) {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "`"): skipCode(&result)
      case UInt8(ascii: "<"): skipAutolink()
      case UInt8(ascii: "["): scanBracket(isMarked: false, &result)
      case UInt8(ascii: "!") where position + 1 < end && bytes[position + 1] == 0x5B:
        position += 1
        scanBracket(isMarked: true, &result)
      case UInt8(ascii: "#"): scanTag(&result)
      default: position += 1
      }
    }
  }

  /// Skips a span whose backticks have a closing run of the same length on this line.
  private mutating func skipCode(_ result: inout MarkdownScan) {
    let tick = UInt8(ascii: "`")
    let opening = position
    while position < end, bytes[position] == tick { position += 1 }
    let count = position - opening
    var search = position
    while search < end {
      guard bytes[search] == tick else {
        search += 1
        continue
      }
      let run = search
      while search < end, bytes[search] == tick { search += 1 }
      if search - run == count {
        position = search
        result.hasCode = true
        return
      }
    }
  }

  /// Skips `<…>` without spaces, so that a fragment in an address is no tag.
  private mutating func skipAutolink() {
    var search = position + 1
    while search < end, bytes[search] > 32, bytes[search] != UInt8(ascii: ">") { search += 1 }
    position = search < end && bytes[search] == UInt8(ascii: ">") ? search + 1 : position + 1
  }

  // MARK: - Brackets

  private mutating func scanBracket(isMarked: Bool, _ result: inout MarkdownScan) {
    if position + 1 < end, bytes[position + 1] == 0x5B, let link = wikiLink(isMarked) {
      result.wikiLinks.append(link)
      position = link.range.upperBound
    } else if let link = link(isMarked) {
      result.links.append(link)
      // The label may hold an image or a tag, so it is looked at as well.
      position += 1
      var inner = MarkdownInlineScanner(
        bytes: bytes, range: position..<position + link.label.utf8.count)
      inner.scan(into: &result)
      position = link.range.upperBound
    } else {
      position += 1
    }
  }

  private func wikiLink(_ isEmbed: Bool) -> MarkdownScan.WikiLink? {
    let inner = position + 2
    var close = inner
    var pipe: Int?
    var hash: Int?
    while close + 1 < end, !(bytes[close] == 0x5D && bytes[close + 1] == 0x5D) {
      switch bytes[close] {
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "|") where pipe == nil: pipe = close
      case UInt8(ascii: "#") where pipe == nil && hash == nil: hash = close
      default: break
      }
      close += 1
    }
    guard close + 1 < end, close > inner else { return nil }
    // Within a table the bar is escaped.
    let pipeStart = pipe.map { $0 > inner && bytes[$0 - 1] == 0x5C ? $0 - 1 : $0 }
    let target = MarkdownLines.trimmed(inner..<(hash ?? pipeStart ?? close), in: bytes)
    let heading = hash.map { text(MarkdownLines.trimmed($0 + 1..<(pipeStart ?? close), in: bytes)) }
    guard !target.isEmpty || heading?.isEmpty == false else { return nil }
    return MarkdownScan.WikiLink(
      range: (isEmbed ? position - 1 : position)..<close + 2, targetRange: target,
      target: text(target), heading: heading,
      label: pipe.map { text(MarkdownLines.trimmed($0 + 1..<close, in: bytes)) },
      isEmbed: isEmbed)
  }

  private func link(_ isImage: Bool) -> MarkdownScan.Link? {
    guard let labelEnd = closing(0x5B, 0x5D, from: position), labelEnd + 1 < end,
      bytes[labelEnd + 1] == UInt8(ascii: "("),
      let close = closing(0x28, 0x29, from: labelEnd + 1)
    else { return nil }
    let inner = MarkdownLines.trimmed(labelEnd + 2..<close, in: bytes)
    guard let first = inner.first else { return nil }
    var destination = first..<first
    if bytes[first] == UInt8(ascii: "<") {
      let rest = bytes[first + 1..<inner.upperBound]
      guard let angle = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      destination = first + 1..<angle
    } else {
      let blank = bytes[inner].firstIndex(where: MarkdownLines.isBlank)
      destination = first..<(blank ?? inner.upperBound)
    }
    return MarkdownScan.Link(
      range: (isImage ? position - 1 : position)..<close + 1, destinationRange: destination,
      destination: text(destination), label: text(position + 1..<labelEnd), isImage: isImage)
  }

  /// The bracket that closes the one at an offset; escaped ones do not count.
  private func closing(_ opening: UInt8, _ closing: UInt8, from offset: Int) -> Int? {
    var depth = 0
    var search = offset
    // A bound keeps a line of many brackets from costing its square.
    let limit = min(end, offset + 4096)
    while search < limit {
      switch bytes[search] {
      case 0x5C: search += 1
      case opening: depth += 1
      case closing:
        depth -= 1
        if depth == 0 { return search }
      default: break
      }
      search += 1
    }
    return nil
  }

  // MARK: - Tags

  /// Reads a tag that starts a word and holds more than digits.
  private mutating func scanTag(_ result: inout MarkdownScan) {
    let hash = position
    position += 1
    guard hash == start || canStand(before: hash) else { return }
    var hasLetter = false
    var last = position
    while position < end, let width = tagWidth(position, &hasLetter) {
      let byte = bytes[position]
      position += width
      if byte != UInt8(ascii: "/") && byte != UInt8(ascii: "-") { last = position }
    }
    guard last > hash + 1, hasLetter else { return }
    result.tags.append(.init(range: hash..<last, name: text(hash + 1..<last)))
  }

  private func canStand(before hash: Int) -> Bool {
    switch bytes[hash - 1] {
    case 32, 9, UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""),
      UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: ">"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// How many bytes the character has if a tag may hold it.
  private func tagWidth(_ offset: Int, _ hasLetter: inout Bool) -> Int? {
    let byte = bytes[offset]
    switch byte {
    case 97...122, 65...90, 95:
      hasLetter = true
      return 1
    case 48...57, 45, 47: return 1
    case 0..<128: return nil
    default:
      var decoder = UTF8()
      var iterator = bytes[offset..<end].makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator),
        scalar.value == 0x200D || scalar.properties.isAlphabetic || scalar.properties.isEmoji
          || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark
      else { return nil }
      hasLetter = true
      return UTF8.width(scalar)
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
