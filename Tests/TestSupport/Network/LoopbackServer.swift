import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that does with each connection what a test says.
///
/// Each connection has a thread of its own, so that scripts may block.
public final class LoopbackServer: Sendable {
  /// The port that the system chose.
  public let port: UInt16
  private let listener: Int32
  private let connections = ConnectionList()

  /// Listens.
  ///
  /// - Parameter script: What is done with a connection, which is closed afterwards.
  /// - Throws: `POSIXError` when there is no port.
  public init(_ script: @escaping @Sendable (Connection) throws -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard listener >= 0, bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [connections, listener] in
      // Closed here and nowhere else: the number may be another test's a moment later.
      defer { close(listener) }
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          // After the shutdown; what else fails is of one connection.
          if errno == EINVAL { return }
          continue
        }
        let connection = Connection(descriptor)
        connections.all.withLock { $0.append(connection) }
        Thread.detachNewThread {
          // A client that goes away in the middle is what some tests are about.
          try? script(connection)
          connection.close()
        }
      }
    }
  }

  deinit {
    // Ends the thread's accept(2).
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections.all.withLock({ $0 }) { connection.hangUp() }
  }

  /// Answers each request with what a test says, over connections that stay open.
  public static func answering(
    _ answer: @escaping @Sendable (Request) -> String
  ) throws -> LoopbackServer {
    try LoopbackServer { connection in
      while let request = try connection.request() { try connection.write(answer(request)) }
    }
  }

  /// The address of a path.
  public func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// How many connections came.
  public var connectionCount: Int { connections.all.withLock { $0.count } }
}

/// The connections that came to a server.
private final class ConnectionList: Sendable {
  let all = Mutex<[LoopbackServer.Connection]>([])
}

extension LoopbackServer {
  /// A request as its bytes came.
  public struct Request: Sendable {
    /// The request line and the fields, with their breaks.
    public var head: String
    /// The body.
    public var body: [UInt8]

    /// `GET`, and so on.
    public var method: String { words.first ?? "" }
    /// The path with its query, or the whole address at a proxy.
    public var target: String { words.count > 1 ? words[1] : "" }

    private var words: [String] {
      head.prefix { !$0.isNewline }.split(separator: " ").map(String.init)
    }

    /// The value of a field; nil when it is not there.
    public subscript(name: String) -> String? {
      for line in head.split(whereSeparator: \.isNewline).dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts[0].lowercased() == name.lowercased() {
          return parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
      }
      return nil
    }
  }

  /// One connection, for the thread of its script.
  public final class Connection: Sendable {
    /// The other side has gone.
    public struct Gone: Error {}

    private let descriptor: Int32
    private let isClosed = Mutex(false)
    private let unread = Mutex<[UInt8]>([])

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads a request with its body; nil when the other side has closed.
    public func request() throws -> Request? {
      var bytes = unread.withLock { $0 }
      while true {
        if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
          var request = Request(
            head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), body: [])
          let count = request["Content-Length"].flatMap(Int.init) ?? 0
          bytes.removeSubrange(..<end.upperBound)
          while bytes.count < count { bytes += try read() }
          request.body = Array(bytes.prefix(count))
          unread.withLock { [rest = Array(bytes.dropFirst(count))] in $0 = rest }
          return request
        }
        do {
          bytes += try read()
        } catch is Gone {
          return nil
        }
      }
    }

    /// Reads what has come; blocks until something has.
    public func read() throws -> [UInt8] {
      guard let bytes = LoopbackSocket.receive(from: descriptor) else { throw Gone() }
      return bytes
    }

    /// Waits until the other side closes.
    public func waitForEnd() {
      while (try? read()) != nil {}
    }

    /// Writes all of a text.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all bytes; blocks while the other side does not read.
    public func write(_ bytes: [UInt8]) throws {
      guard LoopbackSocket.send(bytes, to: descriptor) else { throw Gone() }
    }

    /// Ends the connection for both sides; a read that waits ends, too.
    public func hangUp() {
      isClosed.withLock { isClosed in
        if !isClosed { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    func close() {
      isClosed.withLock { isClosed in
        if !isClosed { Glibc.close(descriptor) }
        isClosed = true
      }
    }
  }

  /// The text of an answer.
  ///
  /// - Parameters:
  ///   - status: The status and its words.
  ///   - fields: Header fields beyond the length, without breaks.
  ///   - body: The body.
  /// - Returns: The text.
  public static func answer(
    _ status: String = "200 OK", _ fields: [String] = [], body: String = ""
  ) -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields)
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
