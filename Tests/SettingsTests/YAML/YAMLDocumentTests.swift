import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct YAMLDocumentTests {
  /// Texts that are no YAML, with the line of the remark.
  private static let malformed: [(text: String, line: Int)] = [
    ("a: [1, 2", 1), ("a: {b: 1", 1), ("a: \"open", 1), ("a: 'open", 1), ("a: b: c", 1),
    ("a:\n\t- b", 2), ("- a\nb: c", 2), ("a: 1\n b: 2", 2), ("a: *missing", 1), ("a: &", 1),
    ("%YAML", 1), ("a: @b", 1), ("a: `b`", 1), ("[", 1), ("{", 1), ("]", 1), ("}", 1),
    ("a: \"\\q\"", 1), ("a: !<", 1), ("--- a\n--- b", 2), ("a: 1\na: 2", 1), ("? [a]\n: b", 1),
    ("a: |x\n  b", 1), ("a: >9z\n b", 1), ("\"a\" b: c", 1), ("a: 'b' c", 1), ("- - a\n - b", 2),
    ("a: \"\\ud800\"", 1), ("a: [b\nc: d", 2), ("key: [a, b}\n", 1), ("a: {b: c]\n", 1),
    ("a: \u{0} b", 1), ("\u{1}", 1), ("a\nb: c", 2), ("a: %x", 1), ("!!binary x: &a *a", 1),
  ]

  @Test(arguments: malformed.indices)
  func `a malformed text gives one error with its place`(index: Int) throws {
    let (text, line) = Self.malformed[index]

    let error = try #require(throws: YAMLError.self) {
      try YAMLDocument.parse(text, file: "config.yaml")
    }
    #expect(error.diagnostic.severity == .error)
    #expect(error.diagnostic.file == "config.yaml")
    let position = try #require(error.diagnostic.position)
    #expect(abs(position.line - line) <= 1, "\(error.diagnostic)")
    #expect(position.column >= 1)
    #expect(!error.diagnostic.message.contains("\n"))
  }

  @Test func `text stays as it was written`() throws {
    let root = try YAMLDocument.parse("y: 0123\nn: 1e3\nz: \"true\"", file: "f")

    #expect(root["y"]?.text == "0123")
    #expect(root["n"]?.text == "1e3")
    #expect(root["z"]?.boolean == nil)
  }

  @Test func `every value knows its place`() throws {
    let root = try YAMLDocument.parse("a:\n  b: [x, y]\n", file: "f", firstLine: 10)

    let list = try #require(root["a"]?["b"]?.sequence)
    #expect(list[1].position == SourcePosition(line: 11, column: 10))
    #expect(root["a"]?.mapping?.first?.position == SourcePosition(line: 11, column: 3))
  }

  @Test func `a repeated key is reported with its place, and the first one counts`() {
    let text = "a: 1\n\"b\": {x: 1, y: 2, x: 3}\na: [2]\n'b': 4\nc: *no"
    let good = text.replacing("*no", with: "5\na: 6")

    let (root, diagnostics) = YAMLDocument.read(good, file: "f")

    #expect(root?.mapping?.map(\.key) == ["a", "b", "c"])
    #expect(root?["a"]?.text == "1" && root?["b"]?["x"]?.text == "1")
    #expect(root?["b"]?.position == SourcePosition(line: 2, column: 6))
    let place = diagnostics.map { [$0.position?.line, $0.position?.column] }
    #expect(place == [[2, 19], [3, 1], [4, 1], [6, 1]])
    #expect(
      diagnostics.map(\.message) == [
        "the key 'x' is already in line 2; this one is ignored",
        "the key 'a' is already in line 1; this one is ignored",
        "the key 'b' is already in line 2; this one is ignored",
        "the key 'a' is already in line 1; this one is ignored",
      ])
    #expect(YAMLDocument.read(text, file: "f").root == nil)
    #expect(YAMLDocument.read(text, file: "f").diagnostics.count == 1)
  }

  @Test func `very many keys that are named again are one error`() {
    let text = String(repeating: "a: 1\n", count: 1000)

    let (root, diagnostics) = YAMLDocument.read(text, file: "f")

    #expect(root == nil)
    #expect(diagnostics.map(\.message) == ["the key 'a' appears twice"])
  }

  @Test(arguments: ["", "# only a comment", "~", "null"])
  func `nothing is a null scalar`(text: String) throws {
    #expect(try YAMLDocument.parse(text, file: "f").isNull)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func `deep nesting is refused, not followed`(opening: String) {
    let text = String(repeating: opening, count: 100_000)

    #expect(throws: YAMLError.self) { try YAMLDocument.parse(text, file: "f") }
  }

  @Test func `nesting beyond the bound is refused with its place`() throws {
    let text = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)

    let error = try #require(throws: YAMLError.self) { try YAMLDocument.parse(text, file: "f") }
    #expect(error.diagnostic.message == "nested too deeply")
    #expect(error.diagnostic.position?.column == YAMLDocument.maximumDepth + 2)
  }

  @Test func `aliases that double and double again are refused`() {
    var text = "a0: &a0 [x, x]\n"
    for level in 1...40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }

    #expect(throws: YAMLError.self) { try YAMLDocument.parse(text, file: "f") }
  }

  @Test func `aliases that expand to too many values are refused`() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let parts = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(parts)]\n"
    }

    let error = try #require(throws: YAMLError.self) { try YAMLDocument.parse(text, file: "f") }
    #expect(error.diagnostic.message.contains("more than"))
  }

  @Test func `an alias has the value of its anchor`() throws {
    let root = try YAMLDocument.parse("a: &x [1]\nb: *x", file: "f")

    #expect(root["b"]?.sequence?.first?.text == "1")
  }

  @Test func `random bytes never crash the reader`() {
    var generator = SplitMix64(seed: 7)
    let signs = Array("-?:,[]{}#&*!|>'\"%@` \n\tab01~.")
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...60, using: &generator)
      let text = String((0..<count).compactMap { _ in signs.randomElement(using: &generator) })
      do {
        _ = try YAMLDocument.parse(text, file: "f")
      } catch {
        #expect(error.diagnostic.severity == .error)
      }
    }
  }

  @Test(arguments: [
    "plain", "two words", "", " ", "yes", "null", "- a", "a: b", "a #b", "#b", "\"q\"", "é ü", "1",
    "line\nbreak", "tab\t", "\u{1b}[0m", "[x]", "{", "trailing ", "emoji 🙂", "'", "\\", "~",
  ])
  func `a text written as a scalar reads back the same`(text: String) throws {
    let block = try YAMLDocument.parse("k: " + YAMLText.scalar(text), file: "f")
    let flow = try YAMLDocument.parse("{k: [\(YAMLText.scalar(text)), x]}", file: "f")

    #expect(block["k"]?.text == text)
    #expect(block["k"]?.isNull == false)
    #expect(flow["k"]?.sequence?.first?.text == text)
  }
}
