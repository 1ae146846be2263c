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
    /// The address leads to this machine or its network, where nothing may be sent.
    case privateTarget
    /// The address is https, and the server was built without the trait `TLS`.
    case withoutTLS
    /// The receiver closed the connection without an answer.
    case closed
    /// The receiver took longer than it may.
    case late
  }

  /// Addresses of a host that are tried, one after the other.
  private static let attempts = 3

  private let patience: TimeAmount
  private let targets: WebhookTargets
  #if TLS
  private let security: WebhookSecurity
  #endif

  /// A transport that trusts whom the system trusts.
  ///
  /// - Parameters:
  ///   - patience: Seconds that finding the host may take, then the connection, then the answer.
  ///   - targets: Where it sends to.
  public init(patience: Int64 = 10, targets: WebhookTargets = .publicOnly) {
    self.patience = .seconds(patience)
    self.targets = targets
    #if TLS
    security = WebhookSecurity(trusting: .default)
    #endif
  }

  #if TLS
  /// A transport that trusts certain authorities only.
  package init(
    patience: Int64 = 10, targets: WebhookTargets, authorities: [NIOSSLCertificate]
  ) {
    self.patience = .seconds(patience)
    self.targets = targets
    security = WebhookSecurity(trusting: .certificates(authorities))
  }
  #endif

  /// Posts a body and waits for the answer's head.
  ///
  /// - Throws: `Failure`, what the network or the receiver's certificate made fail, or
  ///   `CancellationError`; the receiver may have taken the request all the same.
  public func send(_ post: WebhookPost) async throws -> Int {
    guard let address = URLComponents(string: post.url), let scheme = address.scheme?.lowercased(),
      let host = address.host.map(Self.bare), !host.isEmpty, scheme == "http" || scheme == "https"
    else { throw Failure.address }
    let isSecure = scheme == "https"
    #if !TLS
    guard !isSecure else { throw Failure.withoutTLS }
    #endif
    let request = Self.request(post, address, host)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let found = try await resolve(host, port: address.port ?? (isSecure ? 443 : 80), on: loop)
    // What was judged is what is connected to: the name is not asked for again.
    let addresses = targets.allowed(found)
    guard !addresses.isEmpty else { throw Failure.privateTarget }
    let answer = loop.makePromise(of: Int.self)
    let bootstrap: @Sendable () -> ClientBootstrap = { [self] in
      ClientBootstrap(group: loop)
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
    }
    // A connection that is made answers for itself, to its end.
    Self.connect(bootstrap, to: addresses.prefix(Self.attempts), on: loop).whenFailure { error in
      if case .connectTimeout = error as? ChannelError { return answer.fail(Failure.late) }
      answer.fail(error)
    }
    return try await withTaskCancellationHandler {
      try await answer.futureResult.get()
    } onCancel: {
      answer.fail(CancellationError())
    }
  }

  /// The addresses of a host, found on a thread that may block.
  private func resolve(_ host: String, port: Int, on loop: any EventLoop) async throws
    -> [SocketAddress]
  {
    let found = loop.makePromise(of: [SocketAddress].self)
    let deadline = loop.scheduleTask(in: patience) { found.fail(Failure.late) }
    NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
      try WebhookTargets.resolve(host, port: port, .names)
    }.cascade(to: found)
    defer { deadline.cancel() }
    return try await found.futureResult.get()
  }

  private static func connect(
    _ bootstrap: @escaping @Sendable () -> ClientBootstrap,
    to addresses: ArraySlice<SocketAddress>, on loop: any EventLoop
  ) -> EventLoopFuture<any Channel> {
    guard let first = addresses.first else {
      return loop.makeFailedFuture(Failure.privateTarget)
    }
    let connection = bootstrap().connect(to: first)
    guard addresses.count > 1 else { return connection }
    return connection.flatMapError { _ in connect(bootstrap, to: addresses.dropFirst(), on: loop) }
  }

  /// A host without the brackets of an IPv6 address (RFC 3986, section 3.2.2).
  private static func bare(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  private static func request(_ post: WebhookPost, _ address: URLComponents, _ host: String)
    -> HTTPRequestHead
  {
    let path = address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath
    let target = address.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
    var headers = HTTPHeaders(post.headers.map { ($0.key, $0.value) })
    let name = host.contains(":") ? "[\(host)]" : host
    headers.add(name: "Host", value: address.port.map { "\(name):\($0)" } ?? name)
    headers.add(name: "Content-Length", value: String(post.body.count))
    headers.add(name: "Connection", value: "close")
    return HTTPRequestHead(version: .http1_1, method: .POST, uri: target, headers: headers)
  }
}
