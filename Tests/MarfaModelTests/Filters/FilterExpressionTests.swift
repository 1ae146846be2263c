import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct FilterExpressionTests {
  private let subject = FilterSubject(
    item: Item(
      id: "i", type: "core.task",
      properties: [
        "title": "Ünique \"x\"", "n": 5, "done": false,
        "list": ["a", "b"], "gone": nil,
      ], version: 3, source: "local", timestamp: "2026-01-01T00:00:00.000Z",
      createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-02-01T00:00:00.000Z"),
    tags: ["home", "work"], targets: ["about": ["t1", "t2"]], sources: ["references": ["s1"]])

  @Test(arguments: [
    #"type eq "core.task""#, #"properties.n eq 5"#, #"properties.n eq 5.0"#,
    #"properties.n gt 4.5 and properties.n le 5"#, #"properties.done eq false"#,
    #"properties.title contains "\"x\"""#, #"properties.title startswith "\u00dcni""#,
    #"edge[about] eq "t2""#, #"backref[references] eq "s1""#, #"backref[about] exists false"#,
    #"tags contains "home" and tags eq "work""#, #"not tags eq "none""#,
    #"properties.none ne 1"#, #"properties.n in (1, 5)"#, #"properties.gone exists false"#,
    #"properties.n exists"#, #"updated_at ge "2026-01-15""#, #"version lt 4"#,
    #"type eq "x" or type eq "core.task" and version eq 3"#,
    #"(type eq "core.task" or version eq 9) and not (version eq 9)"#, #"properties.none eq null"#,
    #"NOT type EQ "x" AND version eq 3"#, #"properties.list contains "b""#,
  ])
  func `an expression that fits the subject matches`(text: String) throws {
    #expect(try FilterExpression(parsing: text).matches(subject))
  }

  @Test(arguments: [
    #"type eq "core.note""#, #"properties.n eq "5""#, #"properties.n gt "4""#,
    #"properties.none gt 0"#, #"edge[about] eq "t3""#, #"edge[none] exists"#,
    #"tags in ("x", "y")"#, #"not properties.n exists"#, #"properties.title contains "ünique""#,
    #"(type eq "core.task" or version eq 9) and version eq 9"#, #"tier eq "feed""#,
  ])
  func `expressions that do not fit`(text: String) throws {
    #expect(try !FilterExpression(parsing: text).matches(subject))
  }

  @Test(arguments: [
    ("", 1), ("type", 5), ("type eq", 8), ("type is \"x\"", 6), ("type eq \"x", 9),
    ("typo eq \"x\"", 1), ("(type eq \"x\"", 13), ("type eq \"x\")", 12),
    ("type eq \"x\" and", 16), ("type eq \"\\q\"", 9), ("version eq 1.2.3", 12),
    ("version in 1", 12), ("version in (1", 14), ("version in ()", 13), ("edge[about eq 1", 5),
    ("type eq \"x\" \"y\"", 13), ("version eq 1 & x", 14), ("properties. eq 1", 1),
    ("not created_at gt \"yesterday\"", 19), ("created_at ne \"2026-13-45\"", 15),
    ("updated_at eq 5", 15), ("timestamp startswith \"2026\"", 11), ("state ne \"deleted\"", 10),
    ("tier in (\"feed\", \"x\")", 18), ("version ne \"1\"", 12), ("version contains 1", 9),
    ("id eq 5", 7), ("device gt null", 11), ("tags gt \"a\"", 6), ("edge[about] ne 5", 16),
    ("tags eq true", 9), ("schema_version in (1, \"2\")", 23),
  ])
  func `a bad expression reports its column`(text: String, column: Int64) {
    let error = #expect(throws: ValidationError.self) { try FilterExpression(parsing: text) }

    #expect(error?.code == ErrorCode.validationError)
    #expect(error?.details?["column"] == .integer(column))
  }

  @Test func `and binds tighter than or, not tightest`() throws {
    let one = FilterExpression.comparison(.system("version"), .equal, 1)

    let parsed = try FilterExpression(
      parsing: "not version eq 1 and version eq 1 or version eq 1")

    #expect(parsed == .or(.and(.not(one), one), one))
  }

  @Test func `a filter too deep or too long is refused`() {
    let deep = String(repeating: "(", count: 100) + "version eq 1"
    let long = String(repeating: " ", count: 9000)

    #expect(throws: ValidationError.self) { try FilterExpression(parsing: deep) }
    #expect(throws: ValidationError.self) { try FilterExpression(parsing: long) }
  }

  @Test func `random texts are read or refused, never worse`() {
    let pieces = [
      "type", "eq", "\"x\"", "(", ")", "and", "or", "not", "in", ",", "1", "[", "é", "\\",
    ]
    var randomness = SeededRandomness(seed: 21)

    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<9, using: &randomness))
        .compactMap { _ in pieces.randomElement(using: &randomness) }.joined(separator: " ")
      do {
        _ = try FilterExpression(parsing: text).matches(subject)
      } catch {
        #expect((error as? ValidationError)?.details?["column"] != nil)
      }
    }
  }
}
