import MarfaModel
import NIOCore

/// Something that speaks the Marfa API over HTTP: this server, another one, or a stand-in.
///
/// The contract suite knows a server through this alone.
protocol ContractSubject: Sendable {
  /// The secret of a key with the role admin.
  var adminKey: String { get }
  /// Sends a request and waits for the whole answer.
  func send(_ request: ContractRequest) async throws -> ContractAnswer
  /// Sends a request whose answer goes on, such as `/events`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: Is given the head and the bytes as they come; the connection is closed when it
  ///     returns.
  /// - Returns: What the body returned.
  /// - Throws: What the body threw, or that there was no answer.
  func stream<Value: Sendable>(
    _ request: ContractRequest,
    _ body: @Sendable (ContractAnswer, inout ContractBytes) async throws -> Value
  ) async throws -> Value
}

/// A server behind a host and a port.
protocol SocketSubject: ContractSubject {
  /// Speaks with the server.
  var exchange: HTTPExchange { get }
}

extension SocketSubject {
  func send(_ request: ContractRequest) async throws -> ContractAnswer {
    try await exchange.send(request)
  }

  func stream<Value: Sendable>(
    _ request: ContractRequest,
    _ body: @Sendable (ContractAnswer, inout ContractBytes) async throws -> Value
  ) async throws -> Value {
    try await exchange.stream(request, body)
  }
}

/// A request of the contract suite.
struct ContractRequest: Sendable {
  var method: String
  var path: String
  var headers: [String: String] = [:]
  var body: [UInt8]?

  init(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }

  /// A request with a body in JSON.
  init(_ method: String, _ path: String, json: JSONValue, headers: [String: String] = [:]) {
    self.init(method, path, headers: headers, body: JSONWriter.bytes(of: json, order: .sorted))
    self.headers["content-type"] = "application/json"
  }

  /// The request as a key sends it.
  func with(key: String?) -> ContractRequest {
    var result = self
    if let key { result.headers["authorization"] = "Bearer \(key)" }
    return result
  }
}

/// An answer of the contract suite; header names are lower case.
struct ContractAnswer: Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8] = []

  /// The body as JSON; null when it is none.
  var json: JSONValue { (try? JSONParser.parse(body)) ?? .null }
  /// `error.code`.
  var code: String? { json["error"]["code"].stringValue }
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The bytes of an answer that goes on.
struct ContractBytes {
  var next: () async throws -> ByteBuffer?
  private var buffer = ""

  init(next: @escaping () async throws -> ByteBuffer?) {
    self.next = next
  }

  /// The next line without its line break; nil when the answer has ended.
  mutating func line() async throws -> String? {
    while true {
      if let end = buffer.firstIndex(where: \.isNewline) {
        let line = String(buffer[..<end])
        buffer = String(buffer[buffer.index(after: end)...])
        return line
      }
      guard let piece = try await next() else { return nil }
      buffer += String(buffer: piece)
    }
  }
}

extension JSONValue {
  // Disfavoured: the store's tests have the same with an optional result, which is taken wherever
  // both fit.

  /// A member; null when there is none.
  @_disfavoredOverload
  subscript(_ name: String) -> JSONValue { objectValue?[name] ?? .null }

  /// An element; null when there is none.
  @_disfavoredOverload
  subscript(_ index: Int) -> JSONValue {
    guard let values = arrayValue, values.indices.contains(index) else { return .null }
    return values[index]
  }
}
