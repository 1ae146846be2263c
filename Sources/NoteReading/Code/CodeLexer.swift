/// Tells the words, strings, comments and numbers of code apart, line by line, by a language's
/// table.
///
/// It knows no grammar; what it takes for a keyword may be a name. Linear in the code.
struct CodeLexer {
  /// What a piece of code is.
  enum Kind: Hashable, Sendable {
    case plain, keyword, string, comment, number
  }

  /// A piece of a line, in UTF-8 bytes.
  struct Token: Hashable {
    var kind: Kind
    var range: Range<Int>
  }

  /// What goes on from the line before.
  private enum State {
    case code
    case comment(CodeLanguage.BlockComment, depth: Int)
    case string(CodeLanguage.StringForm)
  }

  private let language: CodeLanguage
  private var state = State.code

  init(_ language: CodeLanguage) { self.language = language }

  /// The pieces of the next line that are not plain, in order.
  mutating func tokens(of line: String) -> [Token] {
    var line = line
    return line.withUTF8 { bytes in
      var scan = LineScan(bytes: bytes)
      while scan.position < bytes.count { step(&scan) }
      if case .string(let form) = state, !form.spansLines { state = .code }
      return scan.tokens
    }
  }

  private mutating func step(_ scan: inout LineScan) {
    switch state {
    case .comment(let form, let depth): finishComment(form, depth, &scan)
    case .string(let form): finishString(form, &scan)
    case .code: readCode(&scan)
    }
  }

  // MARK: - Code

  private mutating func readCode(_ scan: inout LineScan) {
    let start = scan.position
    // A block comment first: Lua's begins like that of a line.
    if let form = language.blockComments.first(where: { scan.has($0.opening) }) {
      scan.position += form.opening.utf8.count
      state = .comment(form, depth: 1)
      finishComment(form, 1, &scan, from: start)
    } else if language.lineComments.contains(where: { scan.hasLineComment($0) }) {
      scan.position = scan.bytes.count
      scan.add(.comment, from: start)
    } else if let form = language.strings.first(where: { scan.has($0.opening) }) {
      scan.position += form.opening.utf8.count
      state = .string(form)
      finishString(form, &scan, from: start)
    } else if scan.isDigit {
      scan.takeNumber()
      scan.add(.number, from: start)
    } else if isWord(scan.byte) {
      readWord(&scan)
    } else {
      scan.position += 1
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    LineScan.isLetter(byte) || language.wordSigns.contains(byte)
  }

  private func readWord(_ scan: inout LineScan) {
    let start = scan.position
    while scan.position < scan.bytes.count, isWord(scan.byte) || scan.isDigit {
      scan.position += 1
    }
    let word = String(decoding: scan.bytes[start..<scan.position], as: UTF8.self)
    if isKeyword(word) || isKey(from: start, scan) || isTag(at: start, scan) {
      scan.add(.keyword, from: start)
    }
  }

  private func isKeyword(_ word: String) -> Bool {
    language.keywords.contains(language.ignoresCase ? word.lowercased() : word)
  }

  /// Whether a word is the first of its line, and the sign of a key follows.
  private func isKey(from start: Int, _ scan: LineScan) -> Bool {
    guard case .key(let sign) = language.lineStart else { return false }
    let before = scan.bytes[..<start].allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
    let after = scan.bytes[scan.position...].first { $0 != 0x20 }
    return before && after == sign
  }

  private func isTag(at start: Int, _ scan: LineScan) -> Bool {
    guard language.marksTags, start > 0 else { return false }
    let before = scan.bytes[start - 1]
    return before == UInt8(ascii: "<")
      || (before == UInt8(ascii: "/") && start > 1 && scan.bytes[start - 2] == UInt8(ascii: "<"))
  }

  // MARK: - What may go on over lines

  private mutating func finishComment(
    _ form: CodeLanguage.BlockComment, _ depth: Int, _ scan: inout LineScan, from first: Int? = nil
  ) {
    let start = first ?? scan.position
    var depth = depth
    while scan.position < scan.bytes.count {
      if scan.has(form.closing) {
        scan.position += form.closing.utf8.count
        depth -= 1
        if depth == 0 {
          state = .code
          return scan.add(.comment, from: start)
        }
      } else if form.nests, scan.has(form.opening) {
        scan.position += form.opening.utf8.count
        depth += 1
      } else {
        scan.position += 1
      }
    }
    state = .comment(form, depth: depth)
    scan.add(.comment, from: start)
  }

  private mutating func finishString(
    _ form: CodeLanguage.StringForm, _ scan: inout LineScan, from first: Int? = nil
  ) {
    let start = first ?? scan.position
    while scan.position < scan.bytes.count {
      if scan.byte == form.escape {
        scan.position = min(scan.bytes.count, scan.position + 2)
      } else if scan.has(form.closing) {
        scan.position += form.closing.utf8.count
        state = .code
        break
      } else {
        scan.position += 1
      }
    }
    scan.add(.string, from: start)
  }
}

/// A line that is read, the place in it, and what was found.
private struct LineScan {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var tokens: [CodeLexer.Token] = []

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var byte: UInt8 { bytes[position] }
  var isDigit: Bool { byte &- 48 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 32) &- 97 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  func has(_ text: String) -> Bool {
    let wanted = text.utf8
    guard position + wanted.count <= bytes.count else { return false }
    return bytes[position..<position + wanted.count].elementsEqual(wanted)
  }

  /// A comment's sign that is one of those also used otherwise begins one only after a space.
  func hasLineComment(_ sign: String) -> Bool {
    guard has(sign) else { return false }
    guard sign == "#" || sign == ";", position > 0 else { return true }
    return bytes[position - 1] == 0x20
  }

  mutating func takeNumber() {
    while position < bytes.count, isDigit || Self.isLetter(byte) || isPoint { position += 1 }
  }

  private var isPoint: Bool {
    byte == UInt8(ascii: ".") && position + 1 < bytes.count && bytes[position + 1] &- 48 < 10
  }

  mutating func add(_ kind: CodeLexer.Kind, from start: Int) {
    guard start < position else { return }
    tokens.append(CodeLexer.Token(kind: kind, range: start..<position))
  }
}
