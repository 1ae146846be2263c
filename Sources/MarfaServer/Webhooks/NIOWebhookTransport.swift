import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

#if TLS
import NIOSSL
#endif

/// Posts over HTTP, and in a build with the trait `TLS` over https, with what the server is built
/// on anyway.
///
/// One connection for each request: deliveries are rare, and their receivers many.
public struct NIOWebhookTransport: WebhookTransport {
  /// Why there was no answer.
  public enum Failure: Error, Hashable, Sendable {
    /// The address is not `http://host…` or `https://host…`.
    case address
    /// The address is https, and the server was built without the trait `TLS`.
    case withoutTLS
    /// The receiver closed the connection without an answer.
    case closed
    /// The receiver took longer than it may.
    case late
  }

  private let patience: TimeAmount
  #if TLS
  private let security: WebhookSecurity
  #endif

  /// Creates a transport that trusts whom the system trusts.
  ///
  /// - Parameter patience: Seconds that a connection may take, and then again the answer.
  public init(patience: Int64 = 10) {
    self.patience = .seconds(patience)
    #if TLS
    security = WebhookSecurity(trusting: .default)
    #endif
  }

  #if TLS
  /// Creates a transport that trusts certain authorities only.
  package init(patience: Int64 = 10, authorities: [NIOSSLCertificate]) {
    self.patience = .seconds(patience)
    security = WebhookSecurity(trusting: .certificates(authorities))
  }
  #endif

  /// Posts a body and waits for the answer's head.
  ///
  /// - Throws: `Failure`, what the network or the receiver's certificate made fail, or
  ///   `CancellationError`; the receiver may have taken the request all the same.
  public func send(_ post: WebhookPost) async throws -> Int {
    guard let address = URLComponents(string: post.url), let scheme = address.scheme?.lowercased(),
      let host = address.host, !host.isEmpty, scheme == "http" || scheme == "https"
    else { throw Failure.address }
    let isSecure = scheme == "https"
    #if !TLS
    guard !isSecure else { throw Failure.withoutTLS }
    #endif
    let request = Self.request(post, address, host)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: Int.self)
    let connection = ClientBootstrap(group: loop)
      .connectTimeout(patience)
      .channelInitializer { [patience, body = post.body] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          #if TLS
          if isSecure { try pipeline.addHandler(security.handler(for: host)) }
          #endif
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(WebhookExchange(request, body, patience, answer))
        }
      }
      .connect(host: host, port: address.port ?? (isSecure ? 443 : 80))
    // A connection that is made answers for itself, to its end.
    connection.whenFailure { error in
      if case .connectTimeout = error as? ChannelError { return answer.fail(Failure.late) }
      answer.fail(error)
    }
    return try await withTaskCancellationHandler {
      try await answer.futureResult.get()
    } onCancel: {
      answer.fail(CancellationError())
    }
  }

  private static func request(_ post: WebhookPost, _ address: URLComponents, _ host: String)
    -> HTTPRequestHead
  {
    let path = address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath
    let target = address.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
    var headers = HTTPHeaders(post.headers.map { ($0.key, $0.value) })
    headers.add(name: "Host", value: address.port.map { "\(host):\($0)" } ?? host)
    headers.add(name: "Content-Length", value: String(post.body.count))
    headers.add(name: "Connection", value: "close")
    return HTTPRequestHead(version: .http1_1, method: .POST, uri: target, headers: headers)
  }
}
