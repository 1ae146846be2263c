import HTTPTransport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RedirectRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let method: String
    let from: String
    let status: Int
    let location: String?
    /// `accept`, `refuse`, or the next method, address and whether the credential goes along.
    let outcome: String
    var testDescription: String { "\(method) \(from) \(status) \(location ?? "-")" }

    init(_ method: String, _ from: String, _ status: Int, _ location: String?, _ outcome: String) {
      self.method = method
      self.from = from
      self.status = status
      self.location = location
      self.outcome = outcome
    }
  }

  @Test(arguments: [
    ("http://a/x", "http://a:81/y", "http://a:81"), ("http://a/x", "https://a/y", "https://a"),
    ("https://a/x", "https://[::1]:8/y", "https://[::1]:8"),
  ])
  func `a request of one server alone goes to no other, which is named`(
    from: String, to: String, origin: String
  ) {
    var request = HTTPRequest("GET", from, headers: ["Authorization": "Bearer secret"])
    request.staysAtOrigin = true
    var head = HTTPResponseHead(status: 302)
    head.headers["location"] = to

    guard case .refuse(let error) = RedirectRule.decide(head, for: request) else {
      Issue.record("It was sent there.")
      return
    }
    #expect(error.message.contains("redirects to \(origin), where marfa sends nothing"))
  }

  static let rows: [Row] = [
    Row("GET", "http://a/x", 200, nil, "accept"),
    Row("GET", "http://a/x", 304, "/y", "accept"),
    Row("GET", "http://a/x", 302, nil, "accept"),
    Row("GET", "http://a/x", 301, "/y", "GET http://a/y with token"),
    Row("GET", "http://a/x/1", 308, "2?c=3", "GET http://a/x/2?c=3 with token"),
    Row("HEAD", "http://a/x", 302, "/y", "HEAD http://a/y with token"),
    Row("GET", "http://a:80/x", 302, "http://A/y", "GET http://A/y with token"),
    Row("GET", "https://a/x", 302, "https://b/y", "GET https://b/y without token"),
    Row("GET", "http://a/x", 302, "http://a:81/y", "GET http://a:81/y without token"),
    Row("GET", "http://a/x", 302, "https://a/y", "GET https://a/y without token"),
    Row("GET", "https://a/x", 302, "http://a/y", "refuse"),
    Row("GET", "http://a/x", 302, "ftp://a/y", "refuse"),
    Row("GET", "http://a/x", 302, "http://", "refuse"),
    Row("POST", "http://a/x", 301, "/y", "accept"),
    Row("PATCH", "http://a/x", 302, "/y", "accept"),
    Row("POST", "http://a/x", 303, "/y", "GET http://a/y with token"),
    Row("POST", "http://a/x", 307, "/y", "POST http://a/y with token and body"),
    Row("DELETE", "http://a/x", 308, "/y", "DELETE http://a/y with token and body"),
    Row("POST", "http://a/x", 307, "http://b/y", "refuse"),
    Row("POST", "http://a/x", 303, "http://b/y", "GET http://b/y without token"),
  ]

  @Test(arguments: rows)
  func `a redirect is followed only where nothing is given away`(row: Row) {
    var request = HTTPRequest(row.method, row.from, headers: ["Authorization": "Bearer t"])
    if row.method != "GET", row.method != "HEAD" { request.body = .bytes([1]) }
    var head = HTTPResponseHead(status: row.status)
    head.headers["location"] = row.location

    let outcome =
      switch RedirectRule.decide(head, for: request) {
      case .accept: "accept"
      case .refuse: "refuse"
      case .follow(let next):
        "\(next.method) \(next.url)"
          + (next.headers["Authorization"] == nil ? " without token" : " with token")
          + (next.body == nil ? "" : " and body")
      }

    #expect(outcome == row.outcome)
  }
}
