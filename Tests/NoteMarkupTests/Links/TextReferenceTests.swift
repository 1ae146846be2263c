import NoteMarkup
import Testing

@Suite struct TextReferenceTests {
  private func targets(_ text: String) -> [LinkTarget] {
    TextReference.all(in: text).map(\.target)
  }

  @Test(arguments: [
    ("[[a]]", [LinkTarget.note(title: "a", heading: nil)]),
    ("x [[ a b ]] y", [.note(title: "a b", heading: nil)]),
    ("[[a#h|t]]", [.note(title: "a", heading: "h")]),
    ("[[#h]]", [.note(title: "", heading: "h")]),
    ("[[a]][[b]]", [.note(title: "a", heading: nil), .note(title: "b", heading: nil)]),
    ("[[[a]]]", [.note(title: "a", heading: nil)]),
    ("[[a", []), ("[[]]", []), ("[[ ]]", []), ("[a]", []), ("[[a]", []), ("[[a\nb]]", []),
    ("#birds", [.tag("birds")]), ("(#a-b/c_d)", [.tag("a-b/c_d")]),
    ("a #b, #c.", [.tag("b"), .tag("c")]),
    ("#été", [.tag("été")]), ("#漢字", [.tag("漢字")]), ("#2026-trip", [.tag("2026-trip")]),
    ("#123", []), ("# a", []), ("a#b", []), ("#", []), ("##a", []), ("#-a", []),
    ("#a-", [.tag("a")]),
    ("C#, F#", []),
  ])
  func `wiki links and tags are found`(text: String, expected: [LinkTarget]) {
    #expect(targets(text) == expected)
  }

  @Test func `ranges cover the markup and the text shown is the label`() throws {
    let text = "a [[b|c]] d"

    let reference = try #require(TextReference.all(in: text).first)
    #expect(text[reference.range] == "[[b|c]]")
    #expect(reference.text == "c")
  }

  @Test func `many brackets take linear time`() {
    let text = String(repeating: "[", count: 50_000) + String(repeating: "[[a", count: 10_000)

    #expect(TextReference.all(in: text) == [])
  }
}
