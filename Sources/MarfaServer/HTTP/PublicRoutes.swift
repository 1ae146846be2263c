import HTTPTypes

/// Routes that ask for no key.
enum PublicRoutes {
  static func contains(_ path: String, _ method: HTTPRequest.Method) -> Bool {
    switch path {
    case "/health", "/openapi.json": true
    // Without a key only the first key can be made; the handler sees to that.
    case "/keys": method == .post
    default: false
    }
  }
}
