/// Finds links, tags and code in one line, and styles when they are asked for.
///
/// The only recogniser of these: import, reader and editor all read with it. A sketch of
/// CommonMark's inlines (<https://spec.commonmark.org/0.31.2/#inlines>): nothing goes on over
/// lines, and links by reference are left out. Linear in practice: a closing mark that is absent is
/// looked for once, and a link has at most `maximumPart` bytes in each of its brackets.
package struct InlineScanner {
  /// What is looked for.
  package enum Detail: Sendable {
    /// Links, tags and code.
    case references
    /// Bare addresses, emphasis and strikethrough as well.
    case styles
  }

  /// The most bytes between the brackets of a link.
  static let maximumPart = 4096

  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int
  var position: Int
  /// What is known not to come before the end any more.
  var absent = AbsentMarks()
  /// Places of closing marks of emphasis, which open none.
  var closed: Set<Int> = []
  /// An element found along with the last one.
  var pending: InlineElement?
  private let startsLine: Bool
  private let detail: Detail
  /// The end of the label that is being read, and of its link; only images are links within.
  private(set) var label: (end: Int, linkEnd: Int)?

  /// Scans the running text of one line, in one pass.
  ///
  /// - Parameters:
  ///   - bytes: The buffer in which the line is; valid while the scanner is used.
  ///   - range: The running text of the line, after its marks.
  ///   - startsLine: Whether the range begins where the line's text begins.
  ///   - detail: What is looked for.
  package init(
    bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>, startsLine: Bool = true,
    detail: Detail = .references
  ) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    position = start
    self.startsLine = startsLine
    self.detail = detail
  }

  /// All elements of a line, in the order of their beginnings.
  ///
  /// - Parameters:
  ///   - line: The line, or a part of it.
  ///   - offset: Where its running text begins, in UTF-8 bytes.
  ///   - startsLine: Whether the line's text begins there.
  /// - Returns: The elements, styles included; an element within another comes after it.
  package static func elements(
    in line: String, from offset: Int = 0, startsLine: Bool = true
  ) -> [InlineElement] {
    var line = line
    return line.withUTF8 { bytes in
      var scanner = InlineScanner(
        bytes: bytes, range: min(offset, bytes.count)..<bytes.count, startsLine: startsLine,
        detail: .styles)
      var found: [InlineElement] = []
      while let element = scanner.next() { found.append(element) }
      return found
    }
  }

  /// The next element, or nil at the end.
  package mutating func next() -> InlineElement? {
    if let element = pending {
      pending = nil
      return element
    }
    while true {
      if let open = label, position >= open.end {
        position = max(position, open.linkEnd)
        label = nil
      }
      guard position < end else { return nil }
      if let element = step() { return element }
    }
  }

  private mutating func step() -> InlineElement? {
    switch bytes[position] {
    case UInt8(ascii: "\\"): position += 2
    case UInt8(ascii: "`"): return code()
    case UInt8(ascii: "<"): return angle()
    case UInt8(ascii: "["): return bracket(isMarked: false)
    case UInt8(ascii: "!") where byte(position + 1) == UInt8(ascii: "["):
      position += 1
      return bracket(isMarked: true)
    case UInt8(ascii: "#"): return tag()
    case UInt8(ascii: "h") where detail == .styles: return address()
    case UInt8(ascii: "*") where detail == .styles, UInt8(ascii: "_") where detail == .styles:
      return emphasis(bytes[position])
    case UInt8(ascii: "~") where detail == .styles: return strikethrough()
    default: position += 1
    }
    return nil
  }

  /// The byte at an offset; a space outside of the text.
  func byte(_ offset: Int) -> UInt8 {
    offset >= start && offset < end ? bytes[offset] : 0x20
  }

  // MARK: - Code and angle brackets

  private mutating func code() -> InlineElement? {
    let opening = position
    if let close = codeEnd(from: opening) {
      position = close
      return InlineElement(kind: .code, range: opening..<close)
    }
    while position < end, bytes[position] == UInt8(ascii: "`") { position += 1 }
    return nil
  }

  /// The end of the code span that begins with the backticks at an offset; nil without one.
  mutating func codeEnd(from opening: Int) -> Int? {
    var search = opening
    while search < end, bytes[search] == UInt8(ascii: "`") { search += 1 }
    let length = search - opening
    guard !absent.hasNoTicks(length) else { return nil }
    while search < end {
      guard bytes[search] == UInt8(ascii: "`") else {
        search += 1
        continue
      }
      let run = search
      while search < end, bytes[search] == UInt8(ascii: "`") { search += 1 }
      if search - run == length { return search }
    }
    absent.setNoTicks(length)
    return nil
  }

  private mutating func angle() -> InlineElement? {
    let opening = position
    if let inner = autolink(at: opening) {
      position = inner.upperBound + 1
      guard detail == .styles, label == nil else { return nil }
      return InlineElement(kind: .address(inner), range: opening..<position)
    }
    // Attributes and comments hold no tags.
    position = htmlEnd(from: opening) ?? opening + 1
    return nil
  }

  // MARK: - Brackets

  private mutating func bracket(isMarked: Bool) -> InlineElement? {
    let opening = position
    if label == nil, byte(opening + 1) == UInt8(ascii: "["), let found = wikiLink(isMarked) {
      position = found.end
      return InlineElement(
        kind: .wikiLink(found.parts), range: (isMarked ? opening - 1 : opening)..<position)
    }
    position += 1
    guard label == nil || isMarked, let found = link(from: opening) else { return nil }
    let element = InlineElement(
      kind: .link(label: found.label, destination: found.destination, isImage: isMarked),
      range: (isMarked ? opening - 1 : opening)..<found.end)
    if label == nil {
      label = (found.label.upperBound, found.end)
    } else {
      position = found.end
    }
    return element
  }

  private func wikiLink(
    _ isEmbed: Bool
  ) -> (parts: InlineElement.WikiLinkParts, end: Int)? {
    let inner = position + 2
    var close = inner
    var bar: Int?
    var hash: Int?
    while close < end, bytes[close] != UInt8(ascii: "]") {
      switch bytes[close] {
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "|") where bar == nil: bar = close
      case UInt8(ascii: "#") where bar == nil && hash == nil: hash = close
      default: break
      }
      close += 1
    }
    guard close > inner, close + 1 < end, bytes[close + 1] == UInt8(ascii: "]") else { return nil }
    // Within a table the bar is escaped.
    let nameEnd = bar.map { $0 > inner && bytes[$0 - 1] == 0x5C ? $0 - 1 : $0 } ?? close
    let target = MarkdownLines.trimmed(inner..<(hash ?? nameEnd), in: bytes)
    let heading = hash.map { MarkdownLines.trimmed($0 + 1..<max($0 + 1, nameEnd), in: bytes) }
    guard !target.isEmpty || heading?.isEmpty == false else { return nil }
    let parts = InlineElement.WikiLinkParts(
      target: target, heading: heading,
      label: bar.map { MarkdownLines.trimmed($0 + 1..<close, in: bytes) }, isEmbed: isEmbed)
    return (parts, close + 2)
  }

  // MARK: - Tags

  private mutating func tag() -> InlineElement? {
    let hash = position
    position += 1
    let isStart = startsLine && hash == start
    guard label == nil, isStart || TagGrammar.isAfterSpace(hash, from: start, in: bytes),
      let close = TagGrammar.end(from: hash, upTo: end, in: bytes)
    else { return nil }
    position = close
    return InlineElement(kind: .tag, range: hash..<close)
  }
}

/// Closing marks that a line is known not to have any more, so that none is looked for twice.
struct AbsentMarks {
  private var ticks: UInt32 = 0
  private var emphasis: UInt8 = 0
  /// Whether no `-->`, no `~~` comes any more.
  var hasNoCommentEnd = false
  var hasNoTildes = false
  /// The next `](`, if it is known; past the end when there is none.
  var nextLinkMark: Int?

  /// Long runs share a place: one that is absent hides the others.
  func hasNoTicks(_ length: Int) -> Bool { ticks & (1 << UInt32(min(length, 31))) != 0 }
  mutating func setNoTicks(_ length: Int) { ticks |= 1 << UInt32(min(length, 31)) }

  func hasNoEmphasis(_ mark: UInt8, _ length: Int) -> Bool {
    emphasis & AbsentMarks.bit(mark, length) != 0
  }
  mutating func setNoEmphasis(_ mark: UInt8, _ length: Int) {
    emphasis |= AbsentMarks.bit(mark, length)
  }

  private static func bit(_ mark: UInt8, _ length: Int) -> UInt8 {
    1 << UInt8(min(length, 3) + (mark == UInt8(ascii: "*") ? 0 : 4))
  }
}
