import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct RequestRulesTests {
  @Test(arguments: [
    ("abc-DEF_123", true), (String(repeating: "a", count: 128), true),
    (String(repeating: "a", count: 129), false), ("", false), ("a b", false), ("a.b", false),
    ("é", false),
  ])
  func `a request id is 1 to 128 letters, digits, hyphens and underscores`(
    text: String, isAccepted: Bool
  ) {
    #expect((RequestIdRule.accepted(text) != nil) == isAccepted)
  }

  @Test func `the same request has the same fingerprint whatever the order of its members`() throws
  {
    let one = try Idempotency.key(
      "k", method: "PATCH", path: "/items/1", body: JSONParser.parse(#"{"a":1,"b":2}"#.utf8))
    let two = try Idempotency.key(
      "k", method: "PATCH", path: "/items/1", body: JSONParser.parse(#"{"b": 2, "a": 1}"#.utf8))
    let other = try Idempotency.key(
      "k", method: "PATCH", path: "/items/2", body: JSONParser.parse(#"{"a":1,"b":2}"#.utf8))

    #expect(one == two)
    #expect(one != other)
    #expect(try Idempotency.key(nil, method: "GET", path: "/", body: nil) == nil)
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "a", count: 256)])
  func `a bad idempotency key is refused`(key: String) {
    #expect(throws: ValidationError.self) {
      try Idempotency.key(key, method: "POST", path: "/items", body: nil)
    }
  }

  @Test(arguments: [
    ("a%20b", "a b"), ("a+b", "a+b"), ("%C3%A9", "é"), ("%e9", nil), ("%", nil), ("%4", nil),
    ("%2F", "/"),
  ])
  func `a segment is decoded as UTF-8`(raw: String, text: String?) {
    #expect(PercentEncoding.decode(raw[...], plusIsSpace: false) == text)
  }

  @Test(
    arguments: [
      ("/items/{id}/tags/{tag}", ["items", "1", "tags", "x/y"], ["id": "1", "tag": "x/y"]),
      ("/items/bulk", ["items", "bulk"], [:]),
      ("/items/{id}", ["items"], nil),
      ("/items/{id}", ["edges", "1"], nil),
    ] as [(String, [String], [String: String]?)])
  func `a path is matched segment by segment`(
    template: String, segments: [String], found: [String: String]?
  ) {
    #expect(PathTemplate(template).match(segments) == found)
  }

  @Test func `no path of the table hides another`() {
    for (index, route) in MutationRoute.all.enumerated() {
      let operation = route.operation
      let segments = operation.path.split(separator: "/").map(String.init)
      let first = MutationRoute.all.firstIndex {
        $0.operation.method == operation.method && $0.match(segments) != nil
      }
      #expect(first == index, "\(operation.method) \(operation.path)")
      #expect(
        MutationRoute.find(operation.method, segments)?.route.operation.path == operation.path)
    }
  }
}
