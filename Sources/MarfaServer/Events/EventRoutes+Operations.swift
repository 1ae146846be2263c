extension EventRoutes {
  static let events = APIOperation(
    method: "GET", path: "/events", tag: "events", summary: "Server-sent events as they happen.",
    parameters: [
      .text("event"), .text("type"), .text("edge_type"), .header("Last-Event-ID"),
    ], rawAnswer: APIOperation.eventStream)

  static let operations = [events]
}
