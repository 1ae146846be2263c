import MarfaModel

/// A status and a JSON body, as they go to the client.
public struct StoreAnswer: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The JSON text in UTF-8.
  public var body: [UInt8]
  /// Whether this is the answer to an earlier request with the same idempotency key.
  public var isReplay: Bool

  /// Creates an answer.
  public init(status: Int = 200, body: [UInt8], isReplay: Bool = false) {
    self.status = status
    self.body = body
    self.isReplay = isReplay
  }

  /// Creates an answer with a JSON value.
  public init(status: Int = 200, _ value: JSONValue) {
    self.init(status: status, body: JSONWriter.bytes(of: value, order: .sorted))
  }

  /// `{"ok": true}`.
  public static let ok = StoreAnswer(["ok": true])
}
