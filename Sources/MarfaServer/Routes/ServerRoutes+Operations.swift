extension ServerRoutes {
  static let health = APIOperation(
    method: "GET", path: "/health", tag: "server", summary: "Whether the server is ready.",
    answer: "Health", isPublic: true)
  static let capabilities = APIOperation(
    method: "GET", path: "/capabilities", tag: "server",
    summary: "What the server can do beyond the documented API.", answer: "Capabilities")
  static let counts = APIOperation(
    method: "GET", path: "/metrics", tag: "server", summary: "Counts for Prometheus.",
    rawAnswer: "text/plain")
  static let openAPI = APIOperation(
    method: "GET", path: "/openapi.json", tag: "server", summary: "This description.",
    answer: "Object", isPublic: true)

  static let operations = [health, capabilities, counts, openAPI]
}
