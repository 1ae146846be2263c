import Foundation

/// Takes a snapshot part by part, counts its lines and keeps nothing; costs little more than to
/// receive it.
///
/// The next part is asked for as soon as one has arrived, so that the server works while lines are
/// counted, as it does for a device that stores them meanwhile.
struct SnapshotReader {
  /// How many lines of items and of edges there were.
  private(set) var items = 0
  private(set) var edges = 0

  private let socket: Int32
  private let headers: [String]
  private var buffers = [[UInt8](), [UInt8]()]

  /// - Parameters:
  ///   - socket: A connection to the server.
  ///   - headers: Header fields of each request.
  init(_ socket: Int32, headers: [String]) {
    self.socket = socket
    self.headers = headers
    for index in buffers.indices { buffers[index] = [UInt8](repeating: 0, count: 8 << 20) }
  }

  /// Takes everything.
  ///
  /// - Throws: When an answer is none.
  mutating func read() throws {
    var part = 0
    try ask(after: "items-0")
    while true {
      let body = try receive(into: part)
      let next = try Self.next(in: buffers[part][body])
      if let next { try ask(after: next) }
      countLines(of: part, body)
      guard next != nil else { return }
      part = 1 - part
    }
  }

  private func ask(after place: String) throws {
    try LoopbackClient.send(
      socket, LoopbackClient.bytes("GET /snapshot?after=\(place)", headers: headers))
  }

  /// Receives one answer; where its body is.
  private mutating func receive(into part: Int) throws -> Range<Int> {
    let socket = socket
    var count = 0
    var body: Range<Int>?
    while body.map({ count < $0.upperBound }) ?? true {
      if count == buffers[part].count {
        buffers[part] += [UInt8](repeating: 0, count: buffers[part].count)
      }
      let received = buffers[part].withUnsafeMutableBytes {
        Glibc.read(socket, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      guard received > 0 else { throw LoopbackClient.Failure(what: "read: \(errno)") }
      count += received
      if body == nil { body = try Self.body(in: buffers[part][..<min(count, 4_096)]) }
    }
    return body ?? 0..<0
  }

  /// Where the body is, by a head that is whole; nil before that.
  private static func body(in bytes: ArraySlice<UInt8>) throws -> Range<Int>? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
    guard head.hasPrefix("http/1.1 200"), let length = field.flatMap({ Int($0.dropFirst(16)) })
    else { throw LoopbackClient.Failure(what: head) }
    return end.upperBound..<(end.upperBound + length)
  }

  /// The place of the next part, which the first line names; nil after the last.
  private static func next(in body: ArraySlice<UInt8>) throws -> String? {
    let line = String(decoding: body.prefix(4_096).prefix { $0 != 10 }, as: UTF8.self)
    return line.firstRange(of: #""next":""#)
      .map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
  }

  private mutating func countLines(of part: Int, _ body: Range<Int>) {
    var (items, edges) = (0, 0)
    buffers[part].withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = body.lowerBound
      while place < body.upperBound,
        let end = memchr(base + place, 10, body.upperBound - place)
      {
        place = base.distance(to: UnsafeRawPointer(end)) + 1
        // {"item" or {"edge"
        guard place + 2 < body.upperBound else { break }
        if bytes[place + 2] == UInt8(ascii: "i") { items += 1 }
        if bytes[place + 2] == UInt8(ascii: "e") { edges += 1 }
      }
    }
    self.items += items
    self.edges += edges
  }
}
