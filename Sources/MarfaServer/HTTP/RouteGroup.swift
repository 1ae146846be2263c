import HTTPTypes
import Hummingbird

/// A group of routes that belong together.
public protocol RouteGroup: Sendable {
  /// What is said of the routes, one for each.
  static var operations: [APIOperation] { get }

  /// Adds the routes to a router.
  func register(on router: Router<ServerRequestContext>)
}

extension Router<ServerRequestContext> {
  /// Adds the route of an operation.
  ///
  /// - Parameters:
  ///   - operation: Says which method and path.
  ///   - handler: Answers.
  func on<Output: ResponseGenerator>(
    _ operation: APIOperation,
    use handler: @escaping @Sendable (Request, ServerRequestContext) async throws -> Output
  ) {
    guard let method = HTTPRequest.Method(operation.method) else {
      preconditionFailure("\(operation.method) is a method.")
    }
    on(RouterPath(operation.path), method: method, use: handler)
  }
}
