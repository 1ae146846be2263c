import NoteMarkup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MarkdownScanTests {
  private func slice(_ text: String, _ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  @Test(
    arguments: [
      ("[[Home]]", "Home", nil, nil, false),
      ("[[ Home |the start]]", "Home", nil, "the start", false),
      ("[[Home#Top]]", "Home", "Top", nil, false), ("[[a#h|b]]", "a", "h", "b", false),
      ("[[#Top]]", "", "Top", nil, false), ("![[image.png]]", "image.png", nil, nil, true),
      ("| [[a\\|b]] |", "a", nil, "b", false),
    ] as [(String, String, String?, String?, Bool)])
  func `wiki links are taken apart`(
    text: String, target: String, heading: String?, label: String?, isEmbed: Bool
  ) throws {
    let link = try #require(MarkdownScan("é " + text).wikiLinks.first)

    #expect(link.target == target && link.heading == heading)
    #expect(link.label == label && link.isEmbed == isEmbed)
    #expect(slice("é " + text, link.targetRange) == target)
    #expect(slice("é " + text, link.range).hasSuffix("]]"))
  }

  @Test(arguments: ["[[]]", "[[a", "[[a]", "[ [a]]", "`[[a]]`", "\\[[a]]", "[[a[b]]"])
  func `text that is no wiki link is none`(text: String) {
    #expect(MarkdownScan(text).wikiLinks.isEmpty)
  }

  @Test(arguments: [
    ("#one and #two-b", ["one", "two-b"]), ("(#no) #a/b/ #c-", ["a/b", "c"]),
    ("#1 #1a #2026", ["1a"]), ("x#no http://a.b/#no &#35; C#", []),
    ("#日本 #größe #😀", ["日本", "größe"]),
    ("color: #ff0000; #1a2 #fff #A1B2C3D4", []),
    ("#bed #decade #a1b2 #ff00001", ["bed", "decade", "a1b2", "ff00001"]),
    ("# Heading with #tag", ["tag"]), ("\\#no `#no` ##no", []), ("<http://x/ #no>", ["no"]),
    ("<http://x/#no>", []), ("[#no](x) [a](b#no)", []), ("[[a#no]]", []),
  ])
  func `tags come after a space and hold a letter`(text: String, tags: [String]) {
    #expect(MarkdownScan(text).tags.map(\.name) == tags)
  }

  @Test(arguments: [
    ("[a](b.md)", "a", "b.md", false, true),
    ("![a b](img/x.png \"t\")", "a b", "img/x.png", true, true),
    ("[a](<b c.md>)", "a", "b c.md", false, true),
    ("[a](https://x.y)", "a", "https://x.y", false, false),
    ("[a](#top)", "a", "#top", false, false), ("[a](/root)", "a", "/root", false, false),
    ("[a [b]](x(1).md)", "a [b]", "x(1).md", false, true),
    ("[](../up.md#h)", "", "../up.md#h", false, true),
  ])
  func `links have a label, a destination and a range`(
    text: String, label: String, destination: String, isImage: Bool, isRelative: Bool
  ) throws {
    let link = try #require(MarkdownScan(text).links.first)

    #expect(link.label == label && link.destination == destination)
    #expect(link.isImage == isImage && link.isRelative == isRelative)
    #expect(slice(text, link.range) == text)
    #expect(slice(text, link.destinationRange) == destination)
  }

  @Test func `an image within a link is found too`() {
    let scan = MarkdownScan("[![alt](a.png)](b.md)")

    #expect(scan.links.map(\.destination).sorted() == ["a.png", "b.md"])
  }

  @Test func `a path is decoded and has no fragment`() {
    #expect(MarkdownScan("[a](b%20c.md?x#y)").links.first?.path == "b c.md")
  }

  @Test(arguments: [
    ("See [[Alpha|the plan]] and [site](https://a.b)", "See the plan and site"),
    ("# [[Projects/Alpha]]", "Projects/Alpha"), ("[[#Part]] of it", "Part of it"),
    ("a [bracket] stays", "a [bracket] stays"), ("[](x) y", "[](x) y"),
  ])
  func `a title has the words of its links`(text: String, title: String) {
    #expect(MarkdownText.title(of: text) == title)
  }

  @Test func `code and front matter have no links and no tags`() {
    let text = """
      ---
      title: "[[no]]" #no
      ---
      [[yes]]

      ```swift
      [[no]] #no
      ~~~
      ```
          #no indented after a fence

      ~~~~
      ~~~
      #no
      ~~~~

          #no indented

      - item

          #list
      """

    let scan = MarkdownScan(text)

    #expect(scan.wikiLinks.map(\.target) == ["yes"])
    #expect(scan.tags.map(\.name) == ["list"])
    #expect(scan.hasCode)
    #expect(scan.frontMatter.map { slice(text, $0).hasSuffix("---\n") } == true)
  }

  @Test func `the outline has levels, titles and lines`() {
    let text =
      "---\na: b\n---\n# One #\n\ntext\n## Two ##x\n####### no\n#no\nSet\n===\n\n- a\n---\n"

    let headings = MarkdownScan(text).headings.map { "\($0.level) \($0.title) \($0.line)" }

    #expect(headings == ["1 One 3", "2 Two ##x 6", "1 ####### no #no Set 7"])
  }

  @Test func `tasks and words are counted`() {
    let scan = MarkdownScan(
      "- [ ] one\n* [x] two\n1. [X] three\n- [y] no\n[ ] no\n- [ ]\n\n— & ...")

    #expect(scan.openTasks == 2)
    #expect(scan.doneTasks == 2)
    #expect(MarkdownScan("---\na: b\n---\nTwo words - 漢字\n").wordCount == 3)
  }

  @Test(arguments: [
    ("# The title\ntext", "The title"), ("\n\nfirst line\n# later", "first line"),
    ("---\ntitle: x\n---\n\n## After\n", "After"), ("- [ ] task first", "task first"),
    ("> quoted", "quoted"), ("#\n\nnext", "next"), ("---\nno end", "---"),
  ])
  func `a title is the first heading or line`(text: String, title: String) {
    #expect(MarkdownText.title(of: text) == title)
  }

  @Test func `a blank text has no title`() {
    #expect(MarkdownText.title(of: " \n\t\n") == nil)
    #expect(MarkdownText.title(of: "") == nil)
  }

  @Test func `an excerpt is the line around a place`() {
    let text = "one\n  two hit three  \nfour"

    let excerpt = MarkdownText.excerpt(around: 10..<13, in: text)

    #expect(excerpt.text == "two hit three")
    #expect(slice(excerpt.text, excerpt.range) == "hit")
  }

  @Test func `a long excerpt is cut between characters`() {
    let text = String(repeating: "é", count: 300) + "hit" + String(repeating: "é", count: 300)

    let excerpt = MarkdownText.excerpt(around: 600..<603, in: text, maximumLength: 50)

    #expect(excerpt.text.utf8.count <= 50 && !excerpt.text.contains("\u{FFFD}"))
    #expect(slice(excerpt.text, excerpt.range) == "hit")
  }

  @Test func `ranges always lie within the text and in order`() {
    let pieces = [
      "[[", "]]", "[", "]", "(", ")", "!", "#", "a", "\\", "`", "```", "\n", " ", "é", "|", "<",
      ">",
      "---", "    ", "- [ ] ", "\u{0}", "\r\n",
    ]
    var randomness = SplitMix64(seed: 41)

    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<30, using: &randomness))
        .compactMap { _ in pieces.randomElement(using: &randomness) }.joined()
      let scan = MarkdownScan(text)
      let all = 0..<text.utf8.count + 1

      for link in scan.wikiLinks {
        #expect(
          all.contains(link.range.upperBound) && link.range.contains(link.targetRange.lowerBound))
      }
      for tag in scan.tags { #expect(slice(text, tag.range) == "#" + tag.name) }
      for link in scan.links { #expect(slice(text, link.destinationRange) == link.destination) }
    }
  }
}
