import MarfaModel
import Testing

@testable import MarfaServer

/// Answers end at their bytes, whatever their items have become since.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct PageBytesTests {
  @Test func `a search ends at its bytes and goes on after them`() async throws {
    let fixture = try StoreFixture()
    let text = "heron " + String(repeating: "x", count: 1_000_000)
    for number in 0..<7 { _ = try await fixture.note("\(number)", body: text) }
    var found: [String] = []
    var pages = 0

    while found.count < 7, pages < 7 {
      let request = SearchRequest(text: "heron", limit: 100, offset: found.count)
      let answer = try await fixture.store.read(.search(request), for: FullAccess())
      #expect(answer.body.count < 5_500_000)
      found +=
        try answer.json["results"]?.arrayValue?
        .compactMap { $0["item"]?["id"]?.stringValue } ?? []
      pages += 1
    }

    #expect(Set(found).count == 7)
    #expect(pages == 2)
  }

  @Test func `changes end at the bytes that items have now, and go on after them`() async throws {
    let fixture = try StoreFixture()
    var ids: [String] = []
    for number in 0..<10 { ids.append(try await fixture.note("\(number)")) }
    let text = String(repeating: "x", count: 1_000_000)
    for id in ids {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text)])))
    }
    var last: Int64? = 0
    var told: Set<String> = []
    var pages = 0

    while let place = last, pages < 20 {
      let answer = try await fixture.store.read(.changes(after: place), for: FullAccess())
      #expect(answer.body.count < 5_500_000)
      let lines = try answer.body.split(separator: UInt8(ascii: "\n"))
        .map { try JSONParser.parse(Array($0)) }
      told.formUnion(lines.dropFirst().compactMap { $0["item"]?["id"]?.stringValue })
      last = lines.first?["next"]?.stringValue.flatMap(Int64.init)
      pages += 1
    }

    #expect(told == Set(ids))
    #expect(pages >= 3)
    #expect(last == nil)
  }
}
