import MarfaModel
import TestSupport
import Testing

/// The examples in the documentation of the module's types.
@Suite(.timeLimit(.minutes(20))) struct ModelExampleTests {
  @Test func `every example of the documentation is compiled here`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/MarfaModel", compiledIn: "Tests/MarfaModelTests/Samples",
      "Tests/MarfaModelTests/Types")

    #expect(examples.missing == [])
    #expect(examples.count >= 48)
  }

  @Test func `the example of ThreeWayMerge holds`() {
    let merge = ThreeWayMerge(base: "one\ntwo\n", mine: "ONE\ntwo\n", theirs: "one\ntwo\n3\n")
    let merged = merge.merged  // nil where both sides changed the same lines

    #expect(merged == "ONE\ntwo\n3\n")
  }

  @Test func `the example of LineDifference holds`() {
    let difference = LineDifference(from: "rye\nwater\n", to: "rye\nsalt\n")
    let isSame = difference.isEmpty

    #expect(!isSame && difference.lines.count == 3)
  }

  @Test func `the example of WordDifference holds`() {
    let change = WordDifference(from: "two loaves", to: "three loaves")
    let words = change.lines.flatMap(\.pieces).map(\.text)

    #expect(words.contains("two") && words.contains("three"))
  }

  @Test func `the example of TextReplacement holds`() {
    let replacement = TextReplacement(range: 0..<3, text: "Wheat")  // UTF-8 bytes
    let bread = TextReplacement.apply([replacement], to: "Rye bread")

    #expect(bread == "Wheat bread")
  }

  @Test func `the example of Timestamp holds`() {
    let moment = Timestamp(iso8601: "2026-11-28T04:00:00.000Z")
    let later = moment?.adding(days: 1).iso8601

    #expect(later == "2026-11-29T04:00:00.000Z")
  }

  @Test func `the example of CivilDate holds`() {
    let day = CivilDate(year: 2028, month: 2, day: 28)
    let next = day?.adding(days: 1).day  // a leap year

    #expect(next == 29)
  }

  @Test func `the example of UUIDv7 holds`() {
    let id = UUIDv7("0199d1e0-0000-7000-8000-000000000001")
    let made = id?.timestamp.iso8601

    #expect(made?.hasPrefix("2025-") == true)
  }

  @Test func `the example of ManualWallClock holds`() {
    let clock = ManualWallClock(Timestamp(milliseconds: 0))
    clock.advance(byMilliseconds: 1500)
    let now = clock.now.iso8601

    #expect(now == "1970-01-01T00:00:01.500Z")
  }

  @Test func `the example of ItemIdGenerator holds`() {
    let ids = ItemIdGenerator(seed: 1, clock: ManualWallClock(Timestamp(milliseconds: 0)))
    let (first, second) = (ids.nextId(), ids.nextId())  // in the order of their creation

    #expect(first < second)
  }

  @Test func `the example of SeededRandomness holds`() {
    var dice = SeededRandomness(seed: 7)
    let throwOfDice = Int.random(in: 1...6, using: &dice)  // the same in every run

    #expect((1...6).contains(throwOfDice))
  }

  @Test func `the example of SearchQuery holds`() {
    let query = SearchQuery(parsing: "flour -yeast tag:bread", now: Timestamp(milliseconds: 0))
    let remarks = query.hints.count  // what was not understood

    #expect(query.expression != nil && remarks == 0)
  }

  @Test func `the example of JSONParser holds`() throws {
    let value = try JSONParser.parse(Array(#"{"title": "Rye", "loaves": 2}"#.utf8))
    let loaves = value.objectValue?["loaves"]?.integerValue

    #expect(loaves == 2)
  }

  @Test func `the example of JSONWriter holds`() {
    let text = JSONWriter.string(of: ["title": "Rye", "loaves": 2])

    #expect(text == #"{"loaves":2,"title":"Rye"}"#)
  }

  @Test func `the example of JSONValue holds`() {
    let recipe: JSONValue = ["title": "Rye", "tags": ["bread"], "loaves": 2]
    let title = recipe.objectValue?["title"]?.stringValue

    #expect(title == "Rye")
  }

  @Test func `the example of TagRules holds`() {
    let tag = TagRules.normalize("Bread")
    let all = TagRules.union(["bread"], ["rye"])

    #expect(tag != nil && all == ["bread", "rye"])
  }

  @Test func `the example of Lifecycle holds`() {
    let mayArchive = Lifecycle.allows(.active, to: .archived, ofType: "core.note")

    #expect(mayArchive)
  }

  @Test func `the example of PropertiesPatch holds`() {
    let before: [String: JSONValue] = ["title": "Rye", "notes": "old"]
    let after = PropertiesPatch.apply(["title": "Wheat", "notes": .null], to: before)

    #expect(after == ["title": "Wheat"])
  }

  @Test func `the example of MergePolicy holds`() {
    let policy = MergePolicy(fields: ["body": .keepBothCopies])
    let ofTitle = policy.strategy(of: "title")  // .lastWriterWins

    #expect(ofTitle == .lastWriterWins)
  }

  @Test func `the example of VersionPolicy holds`() {
    let kept = VersionPolicy(recentDays: 3).filled(from: .standard)
    let atMost = kept.maxVersions

    #expect(atMost == 200 && kept.recentDays == 3)
  }

  @Test func `the example of ItemType holds`() throws {
    let ofRecipe = ItemType(
      id: "user.recipe", fields: ["name": FieldDefinition(.string)], required: ["name"])
    let registry = TypeRegistry([ofRecipe])
    let needed = registry["user.recipe"]?.required

    #expect(needed == ["name"])
  }

  @Test func `the example of SchemaValidator holds`() {
    let ofNote = CoreTypes.registry["core.note"]
    let violations = ofNote.map { SchemaValidator($0).violations(in: ["body": 7]) } ?? []

    #expect(violations.count == 1)
  }

  @Test func `the example of StringFormat holds`() {
    let isAddress = StringFormat.url.accepts("https://example.org/rye")

    #expect(isAddress)
  }

  @Test func `the example of TypeName holds`() {
    let mayBeRegistered = TypeName.isRegistrable("user.recipe")

    #expect(mayBeRegistered)
  }

  @Test func `the example of Attachment holds`() {
    let crust = Attachment(
      blobRef: "sha256:" + String(repeating: "0", count: 64), mimeType: "image/png", title: "Crust")

    #expect(crust.title == "Crust")
  }
}
