import Glibc

/// Reads `multipart/form-data` (RFC 7578, RFC 2046 section 5.1) piece by piece.
///
/// A value without I/O: bytes in, events out. It keeps at most one delimiter's length of a
/// part's content, and a bounded header block.
package struct MultipartParser {
  /// What was found, in order.
  package enum Event: Hashable {
    /// A part begins; header names are in lower case.
    case part([String: String])
    /// Content of the present part.
    case content([UInt8])
    /// The present part is over.
    case partEnd
    /// The last delimiter; nothing after it counts.
    case end
  }

  /// A body that is no multipart body of its boundary.
  package struct Malformed: Error, Hashable {
    package let reason: String
  }

  private enum State { case preamble, afterDelimiter, headers, content, finished }

  private static let headerLimit = 16_384

  private let delimiter: [UInt8]
  private var state = State.preamble
  private var buffer: [UInt8]

  /// Reads the boundary of a `Content-Type`; nil when it names none.
  package init?(contentType: String) {
    guard let boundary = MediaType(contentType)?.parameters["boundary"], !boundary.isEmpty,
      boundary.utf8.count <= 70
    else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter may come without a line before it.
    buffer = [13, 10]
  }

  /// Whether the last delimiter was read.
  package var isFinished: Bool { state == .finished }

  /// Reads the next bytes.
  ///
  /// - Throws: `Malformed`; the parser is then of no more use.
  package mutating func consume(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [Event] {
    buffer.append(contentsOf: bytes)
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  /// Reads one thing; false when more bytes are needed.
  private mutating func step(_ events: inout [Event]) throws(Malformed) -> Bool {
    switch state {
    case .finished:
      buffer.removeAll()
      return false
    case .preamble:
      guard takeToDelimiter().isOver else { return false }
      state = .afterDelimiter
    case .afterDelimiter:
      guard let next = try lineAfterDelimiter() else { return false }
      if next == .finished { events.append(.end) }
      state = next
    case .headers:
      guard let headers = try headers() else { return false }
      events.append(.part(headers))
      state = .content
    case .content:
      let (content, isOver) = takeToDelimiter()
      if !content.isEmpty { events.append(.content(content)) }
      guard isOver else { return false }
      events.append(.partEnd)
      state = .afterDelimiter
    }
    return true
  }

  /// Takes out everything before the next delimiter, and the delimiter when it is there.
  private mutating func takeToDelimiter() -> (content: [UInt8], isOver: Bool) {
    let start = Self.position(of: delimiter, in: buffer)
    let count = start ?? max(0, buffer.count - delimiter.count + 1)
    let content = Array(buffer[..<count])
    buffer.removeFirst(count + (start == nil ? 0 : delimiter.count))
    return (content, start != nil)
  }

  /// Where the needle, which begins with a carriage return, begins first.
  private static func position(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle -> Int? in
        guard let base = bytes.baseAddress, let pattern = needle.baseAddress else { return nil }
        var from = 0
        while bytes.count - from >= needle.count,
          let hit = memchr(base + from, 13, bytes.count - from - needle.count + 1)
        {
          if memcmp(hit, pattern, needle.count) == 0 { return UnsafeRawPointer(hit) - base }
          from = UnsafeRawPointer(hit) - base + 1
        }
        return nil
      }
    }
  }

  private mutating func lineAfterDelimiter() throws(Malformed) -> State? {
    let text = buffer.drop { $0 == 32 || $0 == 9 }
    guard text.count >= 2 else {
      guard buffer.count < 1_024 else { throw Malformed(reason: "endless delimiter") }
      return nil
    }
    let mark = Array(text.prefix(2))
    if mark == [45, 45] { return .finished }
    guard mark == [13, 10] else { throw Malformed(reason: "bytes after a delimiter") }
    // The line break may be the one that ends an empty header block.
    buffer.removeFirst(buffer.count - text.count)
    return .headers
  }

  private mutating func headers() throws(Malformed) -> [String: String]? {
    let blank: [UInt8] = [13, 10, 13, 10]
    guard let end = Self.position(of: blank, in: buffer), end <= Self.headerLimit else {
      guard buffer.count <= Self.headerLimit else { throw Malformed(reason: "long headers") }
      return nil
    }
    guard let text = String(validating: buffer[..<end], as: UTF8.self) else {
      throw Malformed(reason: "headers that are not UTF-8")
    }
    buffer.removeFirst(end + blank.count)
    var headers: [String: String] = [:]
    for line in text.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else {
        throw Malformed(reason: "a header without a colon")
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[line[..<colon].lowercased()] = String(value)
    }
    return headers
  }
}
