import Hummingbird
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct QueryParametersTests {
  private static let id = "01890000-0000-7000-8000-000000000001"

  private func parameters(_ query: String) throws -> QueryParameters {
    try QueryParameters(
      Request(
        head: HTTPRequest(
          method: .get, scheme: nil, authority: nil, path: "/items?\(query)"),
        body: RequestBody(buffer: ByteBuffer())))
  }

  @Test func `names and values are decoded`() throws {
    var query = try parameters("q=a%20b+c&edge%5Babout%5D=x&empty=&flag")

    #expect(query.string("q") == "a b c")
    #expect(query.keyed("edge") == ["about": "x"])
    #expect(query.string("empty") == nil)
    #expect(query.string("flag") == nil)
    try query.finish()
  }

  @Test(arguments: ["a=%zz", "a=%2", "a=%ff", "%ff=1", "a=1&a=2", "a=%00"])
  func `a query that is no UTF-8, doubled or holds a zero byte is refused`(query: String) {
    #expect(throws: ValidationError.self) { try parameters(query) }
  }

  @Test func `a parameter that nobody asked for is refused by name`() throws {
    var query = try parameters("limit=5&limt=6")
    _ = query.string("limit")

    let error = #expect(throws: ValidationError.self) { try query.finish() }

    #expect(error?.details == ["field": "limt"])
  }

  @Test(arguments: ["0", "201", "-1", "1.5", "x", "99999999999999999999"])
  func `a number outside its range is refused`(text: String) throws {
    var query = try parameters("limit=\(text)")

    #expect(throws: ValidationError.self) { try query.integer("limit", in: 1...200) }
  }

  @Test func `the parameters of a list become its filters`() throws {
    var query = try parameters(
      "type=core.note&state=archived&tier=all&tags=a,b&limit=7&sort=timestamp&direction=asc"
        + "&include=edges,metadata&backref[parent-of]=\(Self.id)&since=2026-01-01")

    let list = try query.itemList()

    try query.finish()
    #expect(list.filters.type == "core.note")
    #expect(list.filters.state == .archived)
    #expect(list.filters.tier == nil)
    #expect(list.filters.tags == ["a", "b"])
    #expect(list.filters.limit == 7)
    #expect(list.filters.sort == .timestamp)
    #expect(list.filters.direction == .ascending)
    #expect(list.filters.backref == ["parent-of": Self.id])
    #expect(list.filters.since == "2026-01-01")
    #expect(list.include == [.edges, .metadata])
  }

  @Test(arguments: [
    "state=gone", "tier=gold", "sort=title", "sort=size", "direction=up", "include=all",
    "since=yesterday", "updated_after=1", "updated_after=", "limit=", "sort=", "state=", "tier=",
    "direction=", "edge[about]=p", "backref[about]=",
  ])
  func `a word that a list does not know is refused`(text: String) throws {
    var query = try parameters(text)

    #expect(throws: ValidationError.self) { try query.itemList() }
  }
}
