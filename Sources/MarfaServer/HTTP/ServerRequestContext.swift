import Hummingbird
import MarfaModel
import NIOCore

/// What travels with a request from the first middleware to its handler.
public struct ServerRequestContext: RequestContext {
  /// What Hummingbird keeps.
  public var coreContext: CoreRequestContextStorage
  /// The connection, for code that has to close it or to know the peer.
  public let channel: any Channel
  /// The request's id: the client's own, or one that the server made.
  public var requestId: String
  /// Who asks; nil on the few routes that ask for no key.
  public var credential: Credential?

  /// The context of a new request.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    requestId = ""
  }

  /// Whether the request has come to its end, so that reading its body waits for nobody.
  ///
  /// Known on the connection's own thread only.
  var isReceived: Bool {
    guard channel.eventLoop.inEventLoop else { return false }
    // A connection without the handler, as of a test, is asked for its body with patience.
    let handler = try? channel.pipeline.syncOperations.handler(type: HTTP1Connection.self)
    return handler?.isReceived ?? false
  }

  /// Who asks.
  ///
  /// - Returns: The credential.
  /// - Throws: `UnauthorizedError` when the request came without one.
  public func caller() throws -> Credential {
    guard let credential else { throw UnauthorizedError.missingKey }
    return credential
  }

  /// A segment of the path, decoded.
  ///
  /// - Parameter name: The segment's name in the route.
  /// - Returns: The text.
  /// - Throws: `ValidationError` when it is no percent-encoded UTF-8.
  public func segment(_ name: String) throws -> String {
    guard let raw = coreContext.parameters.get(name) else { return "" }
    guard let text = PercentEncoding.decode(raw[...], plusIsSpace: false) else {
      throw ValidationError(
        message: "\(name) is not percent-encoded UTF-8.", details: ["field": .string(name)])
    }
    return text
  }
}

extension UnauthorizedError {
  /// No key was sent.
  static var missingKey: UnauthorizedError {
    UnauthorizedError(message: "Send a key: Authorization: Bearer marfa_k1_…")
  }

  /// A key was sent that is unknown or revoked.
  static var unknownKey: UnauthorizedError {
    UnauthorizedError(message: "The key is unknown or revoked.")
  }

  /// A key was sent whose time is over.
  static var expiredKey: UnauthorizedError {
    UnauthorizedError(code: ErrorCode.expiredToken, message: "The key has expired.")
  }
}
