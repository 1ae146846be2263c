import NIOCore
import NIOHTTP1

/// One request and its answer, as far as they decide what becomes of their connection.
///
/// - HTTP/1.1 without one well-formed `Host` is refused (RFC 9112, section 3.2), and so is a body
///   in a coding that is not understood (section 6.1).
/// - After an answer to HTTP/1.0, or to a request that asks for it, the connection ends (RFC 9112,
///   section 9.3). An answer to HTTP/1.0 is not sent in chunks (section 6.1), and the expectation
///   of `100 Continue` counts for nothing there (RFC 9110, section 10.1.1).
/// - An offer to change the protocol is not taken (RFC 9110, section 7.8), but the parser reads no
///   further request after it: its connection ends too.
/// - An answer that does not wait for the body ends the connection, unless the little that is left
///   can be read past: a client that waits for `100 Continue` may send the body or not.
/// - An answer to HEAD has no last chunk, also where that of GET would come in chunks.
struct HTTP1Exchange {
  /// Bytes of a body that are skipped after an answer that did not wait for them.
  static let drainedBytes = 65_536

  /// Whether the answer has no body.
  let isHead: Bool
  /// Whether the connection ends after the answer.
  private(set) var isLast: Bool
  /// Whether the whole request has come.
  private(set) var isReceived = false
  /// Whether the whole answer has been written.
  private(set) var isAnswered = false
  private let isOld: Bool
  /// Whether the request turned out not to be HTTP.
  private var isBroken = false
  /// Whether the client waits for `100 Continue` before it sends its body.
  private var awaitsContinue = false
  /// Bytes of the body that have not come; nil when nobody knows.
  private var missing: Int?

  /// Begins with the head of a request, which is changed to what Hummingbird understands.
  ///
  /// - Returns: Nil when it is to be refused.
  init?(_ head: inout HTTPRequestHead) {
    isOld = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
    guard isOld || Self.hasHost(head.headers), Self.hasKnownCoding(head.headers) else { return nil }
    isHead = head.method == .HEAD
    isLast = isOld || !head.isKeepAlive || Self.endsRequests(head)
    if !head.headers.contains(name: "transfer-encoding") {
      missing = head.headers.first(name: "content-length").map { Int(Self.trimmed($0)) } ?? 0
    }
    if let expectation = head.headers.first(name: "expect") {
      awaitsContinue = !isOld && Self.trimmed(expectation).lowercased() == "100-continue"
      if isOld { head.headers.remove(name: "expect") }
    }
    // The one spelling that Hummingbird knows.
    if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
  }

  private init() {
    (isHead, isLast, isOld, isReceived, isBroken) = (false, true, false, true, true)
  }

  /// A request that is not HTTP and is refused as such.
  static var refused: HTTP1Exchange { HTTP1Exchange() }

  // MARK: - What comes

  /// Some bytes of the body came.
  mutating func receive(_ count: Int) {
    missing = missing.map { $0 - count }
    awaitsContinue = false
  }

  /// The end of the request came.
  mutating func endRequest() { isReceived = true }

  /// What came is not HTTP, and nothing can be read after it.
  mutating func fail() { (isBroken, isLast) = (true, true) }

  /// Whether the client is to be sent `100 Continue`; true once.
  mutating func takeContinue() -> Bool {
    defer { awaitsContinue = false }
    return awaitsContinue
  }

  // MARK: - What is answered

  /// Writes into the head of the answer what becomes of the connection.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - isEnding: Whether the server is ending.
  /// - Returns: Whether the head was changed.
  mutating func answer(_ head: inout HTTPResponseHead, isEnding: Bool) -> Bool {
    let isLeft = !isReceived && (awaitsContinue || missing.map { $0 > Self.drainedBytes } ?? true)
    let isEnded =
      head.status == .requestTimeout || head.headers.first(name: "connection") == "close"
    if isEnding || isLeft || isEnded { isLast = true }
    guard isLast || isHead else { return false }
    // The length of no body, which Hummingbird adds to whatever has none.
    if head.headers.contains(name: "transfer-encoding") {
      head.headers.remove(name: "content-length")
    }
    if isOld {
      head.version = .http1_0
      head.headers.remove(name: "transfer-encoding")
    }
    if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    return true
  }

  /// Whether an answer is the one that Hummingbird gives to what is no HTTP, which has no body.
  func isBareRefusal(_ head: HTTPResponseHead) -> Bool {
    isBroken && head.status == .badRequest && head.headers.first(name: "content-length") == "0"
  }

  /// The end of the answer was written.
  mutating func endAnswer() { isAnswered = true }
}

// MARK: - Heads

extension HTTP1Exchange {
  /// Whether the parser takes what follows a request for another protocol.
  private static func endsRequests(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT || head.headers.contains(name: "upgrade")
  }

  private static func hasKnownCoding(_ headers: HTTPHeaders) -> Bool {
    headers["transfer-encoding"].allSatisfy { trimmed($0).lowercased() == "chunked" }
  }

  /// Whether one `Host` names a host and perhaps a port, or is empty for an address that has none.
  private static func hasHost(_ headers: HTTPHeaders) -> Bool {
    let hosts = headers["host"]
    guard hosts.count == 1, let host = hosts.first else { return false }
    return trimmed(host).utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      // The rest of RFC 3986, section 3.2.2, and the colon before a port.
      default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
      }
    }
  }

  /// A field's value without the blanks around it, which are none of it (RFC 9110, section 5.5).
  private static func trimmed(_ value: String) -> Substring {
    var rest = value[...]
    while let last = rest.utf8.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    while let first = rest.utf8.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    return rest
  }
}
