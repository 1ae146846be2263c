import Foundation

/// Reads the elements and texts of an XML document one after the other, with as much memory as the
/// longest piece needs.
///
/// It knows the five entities of XML, the numeric ones and a few of HTML; a document that declares
/// entities of its own is refused, since they may stand for any amount of text.
struct MarkupReader {
  /// What comes next.
  enum Event: Hashable {
    case start(String, [String: String])
    case end(String)
    /// A piece of text; a long one comes in several.
    case text(String)
  }

  /// Why a document cannot be read.
  struct Failure: Error, Hashable {
    var reason: String
  }

  private static let longestTag = 64 << 10
  private static let pieceSize = 64 << 10
  private static let deepest = 400

  /// Whether an element has been closed wrongly, or not at all, and was taken as browsers take it.
  private(set) var isMalformed = false

  /// Whether such elements are taken; else the document is refused.
  private let isForgiving: Bool
  private let more: (Int64) throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var index = 0
  private var offset: Int64 = 0
  private var open: [String] = []
  /// The ends that come before anything else: of an element that was closed at once, and of those
  /// that end with another one.
  private var pendingEnds: [String] = []

  /// Reads a file.
  init(_ file: ArchiveFile) {
    isForgiving = false
    more = { try file.read(at: $0, count: Self.pieceSize) }
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isForgiving: Whether elements that are closed wrongly, or not at all, are taken, too.
  init(_ text: String, isForgiving: Bool = false) {
    self.isForgiving = isForgiving
    let bytes = Array(text.utf8)
    more = { $0 == 0 ? bytes : [] }
  }

  /// The next element or text; nil at the end.
  ///
  /// - Throws: `Failure`, or what reading throws.
  mutating func next() throws -> Event? {
    while true {
      if !pendingEnds.isEmpty { return .end(pendingEnds.removeFirst()) }
      guard try fill(1) else {
        guard let last = open.last else { return nil }
        try forgive("it ends within <\(last)>")
        endElements(from: 0)
        continue
      }
      guard buffer[index] == UInt8(ascii: "<") else { return .text(try text()) }
      if try skips("<!--", to: "-->") || skips("<?", to: "?>") { continue }
      if try starts("<![CDATA[") {
        index += 9
        return .text(String(decoding: try bytes(to: "]]>"), as: UTF8.self))
      }
      if try starts("<!") {
        let declaration = try bytes(to: ">")
        guard !declaration.contains(UInt8(ascii: "[")) else {
          throw Failure(reason: "it declares entities of its own")
        }
        continue
      }
      if let event = try element() { return event }
    }
  }

  // MARK: - What is closed wrongly

  /// Takes note of what is wrong.
  ///
  /// - Throws: `Failure` where nothing wrong is taken.
  private mutating func forgive(_ reason: String) throws {
    guard isForgiving else { throw Failure(reason: reason) }
    isMalformed = true
  }

  /// Ends an open element and those in it.
  private mutating func endElements(from place: Int) {
    pendingEnds += open[place...].reversed()
    open.removeSubrange(place...)
  }

  /// Ends an element; where it is not the innermost one, those in it end, too, and one that is not
  /// open ends nothing.
  private mutating func close(_ name: String) throws {
    if open.last != name { try forgive("</\(name)> closes nothing that is open") }
    if let place = open.lastIndex(of: name) { endElements(from: place) }
  }

  // MARK: - Pieces

  private mutating func text() throws -> String {
    var piece: [UInt8] = []
    while piece.count < Self.pieceSize, try fill(1), buffer[index] != UInt8(ascii: "<") {
      if buffer[index] == UInt8(ascii: "&") {
        piece += try entity()
      } else {
        piece.append(buffer[index])
        index += 1
      }
    }
    // A character is not cut in two.
    while piece.count >= Self.pieceSize, try fill(1), buffer[index] & 0xC0 == 0x80 {
      piece.append(buffer[index])
      index += 1
    }
    return String(decoding: piece, as: UTF8.self)
  }

  private mutating func entity() throws -> [UInt8] {
    _ = try fill(12)
    let rest = buffer[index...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      index += 1
      return [UInt8(ascii: "&")]
    }
    let name = String(decoding: rest[(index + 1)..<end], as: UTF8.self)
    guard let text = Self.entity(name) else {
      index += 1
      return [UInt8(ascii: "&")]
    }
    index = end + 1
    return Array(text.utf8)
  }

  private static func entity(_ name: String) -> String? {
    let known = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
      "ndash": "–", "mdash": "—", "hellip": "…", "copy": "©", "euro": "€",
    ]
    if let text = known[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  /// Reads a tag; nil for one that closes elements, whose ends wait.
  private mutating func element() throws -> Event? {
    let tag = String(decoding: try bytes(to: ">", quoted: true).dropFirst(), as: UTF8.self)
    if tag.hasPrefix("/") {
      let name = tag.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines)
      try close(name)
      return nil
    }
    let isEmpty = tag.hasSuffix("/")
    let inner = isEmpty ? tag.dropLast() : tag[...]
    let name = String(inner.prefix { !$0.isWhitespace })
    guard !name.isEmpty, open.count < Self.deepest else {
      throw Failure(reason: name.isEmpty ? "there is a < that begins nothing" : "it is too deep")
    }
    if isEmpty { pendingEnds.append(name) } else { open.append(name) }
    return .start(name, Self.attributes(inner.dropFirst(name.count)))
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    for match in text.matches(of: #/([A-Za-z_:][\w:.\-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/#) {
      var reader = MarkupReader(String(match.2 ?? match.3 ?? ""))
      // A value has no elements; one that seems to is left as it is.
      let value = try? reader.text()
      attributes[String(match.1)] = value ?? ""
    }
    return attributes
  }

  // MARK: - Bytes

  /// Whether that many bytes are in the buffer from the present place on.
  private mutating func fill(_ count: Int) throws -> Bool {
    while buffer.count - index < count {
      let piece = try more(offset)
      if piece.isEmpty { return false }
      buffer.removeFirst(index)
      index = 0
      buffer += piece
      offset += Int64(piece.count)
    }
    return true
  }

  private mutating func starts(_ mark: String) throws -> Bool {
    try fill(mark.utf8.count) && buffer[index...].starts(with: mark.utf8)
  }

  private mutating func skips(_ mark: String, to end: String) throws -> Bool {
    guard try starts(mark) else { return false }
    index += mark.utf8.count
    _ = try bytes(to: end)
    return true
  }

  /// The bytes up to a mark, which is passed.
  private mutating func bytes(to end: String, quoted: Bool = false) throws -> [UInt8] {
    let mark = Array(end.utf8)
    let limit = end == "]]>" ? MarkdownFile.maximumBytes : Self.longestTag
    var result: [UInt8] = []
    var quote: UInt8?
    while try fill(mark.count) {
      let byte = buffer[index]
      if quote == nil, byte == mark[0], buffer[index...].starts(with: mark) {
        index += mark.count
        return result
      }
      if quoted, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = quote == nil ? byte : quote == byte ? nil : quote
      }
      result.append(byte)
      index += 1
      guard result.count <= limit else { throw Failure(reason: "a part of it is too long") }
    }
    throw Failure(reason: "it ends before \(end)")
  }
}
