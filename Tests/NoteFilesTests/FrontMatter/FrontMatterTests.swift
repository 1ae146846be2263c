import Foundation
import NoteFiles
import NoteMarkup
import Testing

@Suite(.timeLimit(.minutes(20))) struct FrontMatterTests {
  private static let utc = TimeZone(secondsFromGMT: 0) ?? .gmt

  private func frontMatter(_ yaml: String) throws -> FrontMatter {
    let parting = FrontMatter.part("---\n\(yaml)\n---\nbody", file: "n.md")
    return try #require(parting.frontMatter)
  }

  @Test func `title, tags and body are read`() throws {
    let parting = FrontMatter.part(
      "---\ntitle: \"A: b\"\ntags: [x, '#y', x]\nnotebook: Birds\n---\n\nBody\n", file: "n.md")

    #expect(parting.frontMatter?.title == "A: b")
    #expect(parting.frontMatter?.tags == ["x", "y"])
    #expect(parting.frontMatter?.notebook == "Birds")
    #expect(parting.body == "\nBody\n")
    #expect(parting.problem == nil)
  }

  @Test(arguments: [
    ("tags: a, b", ["a", "b"]), ("tags: a b", ["a", "b"]), ("tags: \"#a #b\"", ["a", "b"]),
    ("tags:\n  - a b\n  - c", ["a b", "c"]), ("Tags: [a]", ["a"]), ("tag: a", ["a"]),
    ("tags:", []), ("tags: []", []), ("tags: [~, a]", ["a"]), ("tags: {a: b}", []),
  ])
  func `tags may be written in many ways`(yaml: String, tags: [String]) throws {
    #expect(try frontMatter(yaml).tags == tags)
  }

  @Test(arguments: [
    ("2026-11-18", 1_794_960_000.0), ("2026-11-18 14:02", 1_795_010_520),
    ("2026-11-18T14:02:09Z", 1_795_010_529), ("2026-11-18T14:02:09.250+01:00", 1_795_006_929.25),
    ("2026-11-18 14:02:09 -0230", 1_795_019_529), ("2026-1-2", 1_767_312_000),
  ])
  func `dates are read as people write them`(text: String, seconds: Double) throws {
    let date = try frontMatter("created: \(text)").created(in: Self.utc)

    #expect(date?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: ["yesterday", "2026-13-01", "2026-02-30", "18.11.2026", "", "2026-11-18 25:00"])
  func `a value that is not a date gives no creation time`(text: String) throws {
    #expect(try frontMatter("created: \"\(text)\"").created(in: Self.utc) == nil)
  }

  @Test(arguments: [
    "", "text", "--- x\na: b\n---\n", "---\na: b\n", "----\na: b\n----\n", " ---\na: b\n---\n",
    "\n---\na: b\n---\n", "---",
  ])
  func `a text without front matter is all body`(text: String) {
    let parting = FrontMatter.part(text, file: "n.md")

    #expect(parting.frontMatter == nil)
    #expect(parting.body == text)
    #expect(parting.problem == nil)
  }

  @Test(arguments: [
    "\u{feff}---\na: b\n---\nx", "---\r\na: b\r\n---\r\nx", "---\na: b\n...\nx",
    "--- \na: b\n---\t\nx",
  ])
  func `fences may have a mark before and spaces after`(text: String) {
    let parting = FrontMatter.part(text, file: "n.md")

    #expect(parting.frontMatter?["a"]?.text == "b")
    #expect(parting.body == "x")
  }

  @Test func `malformed front matter is reported with its line and kept as text`() {
    let text = "---\ntitle: ok\ntags: [a\n---\nbody\n"

    let parting = FrontMatter.part(text, file: "n.md")

    #expect(parting.frontMatter == nil)
    #expect(parting.body == text)
    #expect(parting.problem?.file == "n.md")
    #expect(parting.problem?.position?.line == 4 || parting.problem?.position?.line == 3)
  }

  @Test func `a paragraph between two rules is no front matter`() {
    let text = "---\nJust a sentence\n---\nrest"

    #expect(FrontMatter.part(text, file: "n.md").body == text)
    #expect(FrontMatter.part(text, file: "n.md").problem == nil)
  }

  @Test func `an endless block is text`() {
    let text = "---\n" + String(repeating: "a: b\n", count: 40_000) + "---\n"

    #expect(FrontMatterExtent(in: text) == nil)
  }

  @Test(arguments: [
    ("Plain", ["a"]), ("With: colon # hash", ["two words", "x"]), ("", []), ("\"q\" \\ 'r'", ["#"]),
    ("Zeile\u{2028}um\u{1b}bruch", ["é"]),
  ])
  func `written front matter reads back the same`(title: String, tags: [String]) throws {
    let text = FrontMatter.text(title: title, tags: tags, notebook: "N: o") + "body"

    let parting = FrontMatter.part(text, file: "n.md")

    #expect(parting.frontMatter?.title ?? "" == title)
    #expect(parting.frontMatter?["tags"]?.sequence?.map(\.text) == tags)
    #expect(parting.frontMatter?.notebook == "N: o")
    #expect(parting.body == "body")
  }
}
