import Hummingbird

/// A group of routes that belong together.
public protocol RouteGroup: Sendable {
  /// Adds the routes to a router.
  func register(on router: Router<ServerRequestContext>)
}
