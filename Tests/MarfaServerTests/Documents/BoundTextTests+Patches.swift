import Documents
import MarfaModel
import Testing

@testable import MarfaServer

/// The item is changed by others.
extension BoundTextTests {
  @Test func `a patch becomes a minimal edit of the document in the same transaction`()
    async throws
  {
    let (bench, item, first) = try await bound()
    var c1 = first

    try await patch(bench, item, "first line\nsecond NEW line\nthird line\n", version: 1)

    let row = try #require(try await bench.row())
    #expect(row.sequence == 2)
    let bytes = try await bench.store.snapshot(.scan) {
      try $0.documentChanges(of: row.number, after: 1, limit: RowLimit(count: 9)).rows
        .map(\.bytes.count)
    }
    #expect(bytes.count == 1 && bytes[0] < 60)
    try c1.append("end")
    try await bench.sync(&c1)
    #expect(c1.text == "first line\nsecond NEW line\nthird line\nend")
    #expect(try await bench.json() == c1.replica.toJSON())
  }

  @Test func `a patch keeps what others typed and is not written yet`() async throws {
    let (bench, item, first) = try await bound()
    var c1 = first
    try c1.append("typed\n")
    try await bench.sync(&c1)

    try await patch(bench, item, "FIRST line\nsecond line\nthird line\n", version: 1)

    let expected = "FIRST line\nsecond line\nthird line\ntyped\n"
    #expect(try await body(bench, item) == expected)
    #expect(try await self.item(bench, item)["version"]?.integerValue == 2)
    #expect(try await flush(bench, after: 60_000) == 0)
    try await bench.sync(&c1)
    #expect(c1.text == expected)
  }

  @Test func `a patch without a version is a difference against the present text`() async throws {
    let (bench, item, first) = try await bound("one two three")
    var c1 = first
    try c1.append(" four")
    try await bench.sync(&c1)
    _ = try await flush(bench, after: 2_000)
    try c1.append(" five")
    try await bench.sync(&c1)

    try await patch(bench, item, "one 2 three four")

    #expect(try await body(bench, item) == "one 2 three four five")
    try await bench.sync(&c1)
    #expect(c1.text == "one 2 three four five")
  }

  @Test func `an edit of version 5 while two people type to version 12 is no conflict`()
    async throws
  {
    let (bench, item, first) = try await bound()
    var people = [first, try await bench.client()]
    try await bench.attach(&people[1], to: item)
    /// Each types in the same line; one version follows.
    func type(_ number: Int) async throws {
      for person in people.indices {
        let end = Self.note.count - 1
        try people[person].edit(end, end, "\(person)\(number) ")
        try await bench.sync(&people[person])
      }
      _ = try await flush(bench, after: 2_000)
    }
    for number in 2...5 { try await type(number) }
    let read = try await self.item(bench, item)
    let offline = try #require(read["properties"]?["body"]?.stringValue)
    #expect(read["version"]?.integerValue == 5)
    for number in 6...12 { try await type(number) }
    let before = try #require(try await body(bench, item))

    try await patch(
      bench, item, offline.replacing("second line", with: "second line, edited"), version: 5)

    let expected = before.replacing("second line", with: "second line, edited")
    for number in 2...12 {
      #expect(before.contains("0\(number) ") && before.contains("1\(number) "))
    }
    #expect(try await body(bench, item) == expected)
    #expect(try await self.item(bench, item)["version"]?.integerValue == 13)
    for person in people.indices {
      try await bench.sync(&people[person])
      #expect(people[person].text == expected)
    }
  }

  @Test func `other fields keep the usual rules, and the bound one is not in conflict`()
    async throws
  {
    let (bench, item, first) = try await bound()
    var c1 = first
    try c1.append("typed\n")
    try await bench.sync(&c1)
    _ = try await flush(bench, after: 2_000)
    try await bench.fixture.write(
      .patchItem(id: item, PatchItemBody(properties: ["title": "theirs"], version: 2)))

    let conflict = await #expect(throws: ConflictError.self) {
      try await patch(bench, item, "mine\n" + Self.note, version: 1, ["title": "mine"])
    }

    #expect(conflict?.conflictingFields == ["title"])
    #expect(try await body(bench, item) == Self.note + "typed\n")
  }

  @Test func `a version whose text is not known any more is a conflict of the field`() async throws
  {
    let (bench, item, first) = try await bound()
    var c1 = first
    try c1.append("typed\n")
    try await bench.sync(&c1)
    _ = try await flush(bench, after: 2_000)
    bench.fixture.clock.advance(byMilliseconds: 1_000)
    let horizon = bench.fixture.clock.now.milliseconds
    _ = try await bench.store.transact(.slice) {
      try $0.deleteDocumentTexts(before: horizon, limit: 100)
    }

    let conflict = await #expect(throws: ConflictError.self) {
      try await patch(bench, item, "mine\n" + Self.note, version: 1)
    }

    #expect(conflict?.conflictingFields == ["body"])
  }

  @Test func `a batch, a bulk action and an upsert edit the document as a patch does`()
    async throws
  {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: "one two", sourceId: "s1")
    var c1 = try await bench.client()
    try await bench.attach(&c1, to: item)
    try c1.append(" three")
    try await bench.sync(&c1)

    try await bench.fixture.write(
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["title": "title", "body": "ONE two"], sourceId: "s1")))
    try await bench.fixture.write(
      .bulkAction(
        BulkAction(
          filters: ListFilters(type: "core.note"),
          change: .updateProperties(["body": "ONE two three four"]))))

    try await bench.sync(&c1)
    #expect(c1.text == "ONE two three four")
    #expect(try await body(bench, item) == "ONE two three four")
  }

  @Test func `a document that is removed leaves its last text to the item`() async throws {
    let (bench, item, first) = try await bound("one two")
    var c1 = first
    try c1.append(" three")
    try await bench.sync(&c1)

    _ = try await bench.perform { try $0.remove("document") }

    #expect(try await body(bench, item) == "one two three")
    #expect(try await self.item(bench, item)["version"]?.integerValue == 2)
    #expect(try await bench.row() == nil)
  }

  @Test func `a purged item takes its document with it`() async throws {
    let (bench, item, first) = try await bound()
    var c1 = first
    try await bench.fixture.write(.trashItem(id: item))
    try await bench.fixture.write(.purgeItem(id: item))

    try await bench.sync(&c1)

    #expect(c1.replica.isRemoved)
    #expect(try await bench.row() == nil)
    #expect(try await bench.store.check() == [])
  }

  @Test func `a brief answer is whole where others may have typed`() async throws {
    let (bench, item, first) = try await bound("one two")
    var c1 = first
    try c1.append(" three")
    try await bench.sync(&c1)
    var context = bench.fixture.context()
    context.answersBriefly = true

    let answer = try await bench.store.write(
      .patchItem(id: item, PatchItemBody(properties: ["body": "ONE two"], version: 1)), context)

    let text = try answer.json["item"]?["properties"]?["body"]?.stringValue
    #expect(text == "ONE two three")
  }
}
