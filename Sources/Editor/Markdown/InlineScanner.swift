/// A kind of Markdown text, for its style.
public enum MarkupScope: Hashable, Sendable {
  /// A heading of a level, 1…6.
  case heading(Int)
  /// Emphasised, strong and struck text.
  case emphasis, strong, strikethrough
  /// Code in a line, and lines of a fenced block.
  case code, codeBlock
  /// A quotation.
  case quote
  /// What a reader sees of a link; where it leads.
  case link, linkTarget
  /// A tag.
  case tag
  /// The marker of a list's item.
  case listMark
  /// The box of a task, open or done; the text of a task that is done.
  case taskOpen, taskDone, taskDoneText
  /// The YAML at a note's beginning.
  case frontMatter
  /// A thematic break.
  case rule
}

/// Finds emphasis, code, links and tags in one line, well enough to colour and follow them.
///
/// A sketch of CommonMark's inlines (<https://spec.commonmark.org/0.31.2/#inlines>): no nesting
/// over lines, no reference links. Offsets are UTF-8 bytes from the line's start. Linear in
/// practice: each opening mark is looked for once to its right.
struct InlineScanner {
  private let bytes: [UInt8]
  private var index: Int
  private(set) var spans: [(range: Range<Int>, scope: MarkupScope)] = []
  private(set) var links: [EditorLink] = []
  /// Closing marks known not to come any more, so that none is looked for twice.
  private var missing: Set<UInt8> = []

  private init(_ text: String, from start: Int) {
    bytes = Array(text.utf8)
    index = start
  }

  /// The spans and links of a line from an offset on.
  static func scan(_ text: String, from start: Int = 0) -> InlineScanner {
    var scanner = InlineScanner(text, from: start)
    scanner.run()
    return scanner
  }

  /// The links and tags of a line, in order.
  static func links(in text: String) -> [EditorLink] { scan(text).links }

  /// Whether a character may stand in a tag.
  static func isTagCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-/".contains(character)
  }

  private mutating func run() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "`"): code()
      case UInt8(ascii: "["): bracket()
      case UInt8(ascii: "<"): angle()
      case UInt8(ascii: "*"), UInt8(ascii: "_"): emphasis(bytes[index])
      case UInt8(ascii: "~"): strikethrough()
      case UInt8(ascii: "#"): tag()
      case UInt8(ascii: "h"): address()
      default: index += 1
      }
    }
  }

  private func byte(_ offset: Int) -> UInt8 {
    bytes.indices.contains(offset) ? bytes[offset] : 0x20
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func find(_ needle: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + needle.count <= bytes.count {
      if bytes[position] == needle[0], bytes[position...].starts(with: needle) { return position }
      position += 1
    }
    return nil
  }

  private mutating func code() {
    let start = index
    let length = bytes[start...].prefix { $0 == UInt8(ascii: "`") }.count
    index += length
    guard !missing.contains(UInt8(min(length, 31))) else { return }
    var position = index
    while position < bytes.count {
      let run = bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == length {
        spans.append((start..<position + run, .code))
        index = position + run
        return
      }
      position += max(1, run)
    }
    missing.insert(UInt8(min(length, 31)))
  }

  private mutating func bracket() {
    let start = index
    if byte(start + 1) == UInt8(ascii: "["), !missing.contains(UInt8(ascii: "[")) {
      guard let end = find([0x5d, 0x5d], from: start + 2) else {
        missing.insert(UInt8(ascii: "["))
        index += 1
        return
      }
      return noteLink(start..<end + 2)
    }
    index += 1
    guard !missing.contains(UInt8(ascii: "]")) else { return }
    guard let close = find([0x5d, 0x28], from: start + 1) else {
      missing.insert(UInt8(ascii: "]"))
      return
    }
    guard let end = find([0x29], from: close + 2) else { return }
    let inner = bytes[(start + 1)..<close]
    guard !inner.contains(UInt8(ascii: "[")) else { return }
    inlineLink(start..<end + 1, close: close)
  }

  private mutating func noteLink(_ range: Range<Int>) {
    let inner = range.lowerBound + 2..<range.upperBound - 2
    var target = inner
    var shown = inner
    if let bar = bytes[inner].firstIndex(of: UInt8(ascii: "|")) {
      target = inner.lowerBound..<bar
      shown = bar + 1..<inner.upperBound
    }
    let title = text(target).split(separator: "#", maxSplits: 1).first.map(String.init) ?? ""
    links.append(EditorLink(kind: .note, target: title, range: range, textRange: shown))
    spans.append((range, .linkTarget))
    spans.append((shown, .link))
    index = range.upperBound
  }

  private mutating func inlineLink(_ range: Range<Int>, close: Int) {
    let shown = range.lowerBound + 1..<close
    var target = text(close + 2..<range.upperBound - 1)
    // A title in quotation marks is no part of the target.
    if let space = target.firstIndex(of: " ") { target = String(target[..<space]) }
    if target.hasPrefix("<"), target.hasSuffix(">") {
      target = String(target.dropFirst().dropLast())
    }
    links.append(EditorLink(kind: .target, target: target, range: range, textRange: shown))
    spans.append((range, .linkTarget))
    spans.append((shown, .link))
    index = range.upperBound
  }

  private mutating func angle() {
    let start = index
    index += 1
    guard !missing.contains(UInt8(ascii: ">")) else { return }
    guard let end = find([0x3e], from: index) else {
      missing.insert(UInt8(ascii: ">"))
      return
    }
    let inner = start + 1..<end
    let address = bytes[inner]
    guard !address.contains(0x20), address.contains(UInt8(ascii: ":")) else { return }
    links.append(
      EditorLink(kind: .target, target: text(inner), range: start..<end + 1, textRange: inner))
    spans.append((start..<end + 1, .link))
    index = end + 1
  }

  private mutating func address() {
    let rest = bytes[index...].prefix(8)
    let isAddress =
      rest.starts(with: Array("https://".utf8)) || rest.starts(with: Array("http://".utf8))
    let isWordStart = !InlineScanner.isWordByte(byte(index - 1))
    guard isAddress, isWordStart else {
      index += 1
      return
    }
    let start = index
    var end = start
    while end < bytes.count, bytes[end] > 0x20, !"<>\"".utf8.contains(bytes[end]) { end += 1 }
    while end > start, ".,;:!?)]'*_".utf8.contains(bytes[end - 1]) { end -= 1 }
    let range = start..<end
    links.append(EditorLink(kind: .target, target: text(range), range: range, textRange: range))
    spans.append((range, .link))
    index = max(end, start + 1)
  }

  private mutating func tag() {
    let start = index
    index += 1
    let before = byte(start - 1)
    guard start == 0 || before == 0x20 || before == 0x09 || before == UInt8(ascii: "(") else {
      return
    }
    var end = start + 1
    for character in String(decoding: bytes[(start + 1)...].prefix(200), as: UTF8.self) {
      guard InlineScanner.isTagCharacter(character) else { break }
      end += character.utf8.count
    }
    let name = text(start + 1..<min(end, bytes.count))
    guard name.contains(where: { !$0.isNumber }) else { return }
    end = min(end, bytes.count)
    links.append(
      EditorLink(kind: .tag, target: name, range: start..<end, textRange: start + 1..<end))
    spans.append((start..<end, .tag))
    index = end
  }

  private mutating func emphasis(_ mark: UInt8) {
    let start = index
    let run = bytes[start...].prefix { $0 == mark }.count
    index += run
    let opens = byte(index) > 0x20 && index < bytes.count
    let inWord = mark == UInt8(ascii: "_") && InlineScanner.isWordByte(byte(start - 1))
    guard run <= 3, opens, !inWord, let end = closing(mark, run, from: index) else { return }
    let range = start..<end + run
    if run != 2 { spans.append((range, .emphasis)) }
    if run >= 2 { spans.append((range, .strong)) }
    // The marks inside are still read: links and code may be emphasised.
    if let last = spans.indices.last, run == 3 { spans.swapAt(last, last - 1) }
    closed.insert(end)
  }

  /// Places of closing marks, which do not open anything.
  private var closed: Set<Int> = []

  /// Where a run of marks closes: behind a visible byte, of at least the same length.
  private mutating func closing(_ mark: UInt8, _ run: Int, from start: Int) -> Int? {
    if closed.contains(start - run) { return nil }
    let key = 128 + (mark == UInt8(ascii: "*") ? 0 : 4) + UInt8(run)
    if missing.contains(key) { return nil }
    var position = start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      let length = bytes[position...].prefix { $0 == mark }.count
      let ends = byte(position - 1) > 0x20
      let inWord =
        mark == UInt8(ascii: "_") && InlineScanner.isWordByte(byte(position + length))
      if length == run || (length > run && run < 3 && length == 3), ends, !inWord {
        return position
      }
      position += max(1, length)
    }
    missing.insert(key)
    return nil
  }

  private mutating func strikethrough() {
    let start = index
    let run = bytes[start...].prefix { $0 == UInt8(ascii: "~") }.count
    index += run
    guard run == 2, !missing.contains(UInt8(ascii: "~")) else { return }
    guard let end = find([0x7e, 0x7e], from: index) else {
      missing.insert(UInt8(ascii: "~"))
      return
    }
    spans.append((start..<end + 2, .strikethrough))
    index = end + 2
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
      || (0x61...0x7a).contains(byte)
  }
}
