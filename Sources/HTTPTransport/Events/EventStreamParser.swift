/// Reads an event stream from its bytes, which may be split anywhere.
///
/// See
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>.
/// Comments are dropped; they only show that the connection lives. An event without data is not
/// reported, and one whose end has not come is not either.
package struct EventStreamParser: Sendable {
  /// The stream holds an event of more bytes than a reader keeps.
  package struct OversizedEvent: Error, Hashable, Sendable {
    /// The most bytes that one event may have.
    package let limit: Int

    package init(limit: Int) { self.limit = limit }
  }

  /// The most bytes that one event may have by default: 64 MiB.
  package static let standardLimit = 64 << 20

  private let limit: Int
  private var line: [UInt8] = []
  private var afterCarriageReturn = false
  private var isFirstLine = true
  private var id = ""
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var retry: Int?

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: The id that the stream is resumed after; events carry it until another comes.
  ///   - limit: The most bytes that one event may have.
  package init(lastEventID: String = "", limit: Int = standardLimit) {
    id = lastEventID
    self.limit = limit
  }

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: Any number of them.
  /// - Returns: The events that they complete, in order.
  /// - Throws: `OversizedEvent`; nothing more can be read then.
  package mutating func feed(
    _ bytes: some Sequence<UInt8>
  ) throws(OversizedEvent) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      if afterCarriageReturn {
        afterCarriageReturn = false
        if byte == UInt8(ascii: "\n") { continue }
      }
      switch byte {
      case UInt8(ascii: "\r"):
        afterCarriageReturn = true
        endLine(&events)
      case UInt8(ascii: "\n"): endLine(&events)
      default:
        line.append(byte)
        if line.count + data.count > limit { throw OversizedEvent(limit: limit) }
      }
    }
    return events
  }

  private mutating func endLine(_ events: inout [ServerSentEvent]) {
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    if line.isEmpty {
      dispatch(&events)
    } else {
      interpret()
      line.removeAll(keepingCapacity: true)
    }
  }

  private mutating func interpret() {
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    if colon == 0 { return }
    let field = String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self)
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch field {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      hasData = true
      data += value
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
      retry = Int(String(decoding: value, as: UTF8.self))
    default: break
    }
  }

  private mutating func dispatch(_ events: inout [ServerSentEvent]) {
    defer { name = "" }
    guard hasData else { return }
    events.append(
      ServerSentEvent(
        id: id, event: name.isEmpty ? "message" : name,
        data: String(decoding: data, as: UTF8.self), retry: retry))
    data.removeAll(keepingCapacity: data.count < 1 << 16)
    hasData = false
    retry = nil
  }
}
