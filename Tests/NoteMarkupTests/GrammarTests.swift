import Editor
import NoteMarkup
import NoteReading
import Settings
import Testing

/// What a text says, in a form that import, reader and editor can all give.
struct Markup: Hashable, CustomStringConvertible {
  /// The tags, without the `#`.
  var tags: [String] = []
  /// The links: `title#heading` of wiki links, then destinations.
  var links: [String] = []
  /// The headings, with their marks as in `# Title`.
  var headings: [String] = []
  /// The tasks, from the first to the last.
  var tasks: [Bool] = []

  var description: String { "tags \(tags) links \(links) headings \(headings) tasks \(tasks)" }
}

/// One text, and what every reader of it has to find.
struct GrammarCase: Sendable, CustomTestStringConvertible {
  var text: String
  var markup: Markup

  init(
    _ text: String, tags: [String] = [], links: [String] = [], headings: [String] = [],
    tasks: [Bool] = []
  ) {
    self.text = text
    markup = Markup(tags: tags, links: links, headings: headings, tasks: tasks)
  }

  var testDescription: String { text.debugDescription }
}

@Suite(.timeLimit(.minutes(20))) struct GrammarTests {
  static let cases = tags + links + blocks

  static let tags: [GrammarCase] = [
    .init("#a and #b-c", tags: ["a", "b-c"]),
    .init("a\u{A0}#b\u{3000}#c\t#d", tags: ["b", "c", "d"]),
    .init("first\n#second", tags: ["second"]),
    .init("> #a\n\n>#b", tags: ["a", "b"]),
    .init("- #a\n- [ ] #b\n1. #c", tags: ["a", "b", "c"], tasks: [false]),
    .init("(#a) [#b] \"#c\" '#d' «#e» ,#f ;#g *#h* _#i_ >#j |#k é#l"),
    .init("| #a | b |\n|--|--|\n| c | #d |", tags: ["a", "d"]),
    .init("x#no C# F# ##no # \\#no"),
    .init("#1984 #12-3 #١٢ #_ #- #/ #_1"),
    .init("#y1984 #1a #2026-trip #٣x", tags: ["y1984", "1a", "2026-trip", "٣x"]),
    .init("#🐦 #🐦bird #bird🐦 #a👩‍🔬", tags: ["🐦bird", "bird🐦", "a👩‍🔬"]),
    .init("#a- #b/ #c_ #-d #/e #_f", tags: ["a", "b", "c_", "_f"]),
    .init("#a/b/c #a-b_c/d", tags: ["a/b/c", "a-b_c/d"]),
    .init("#a, #b. #c: #d! (x) #e's #f#g", tags: ["a", "b", "c", "d", "e", "f"]),
    .init("#été #größe #漢字 #हिन्दी", tags: ["été", "größe", "漢字", "हिन्दी"]),
    .init("`#no` #a ``#no ` #no`` #b", tags: ["a", "b"]),
    .init("https://a.b/#no <https://a.b/#no> #a", tags: ["a"]),
    .init("x <b title=\"a #no\">y</b> <!-- #no --> #a 1 <2 #b", tags: ["a", "b"]),
    .init("**bold #a** *b* #c", tags: ["a", "c"]),
  ]

  static let links: [GrammarCase] = [
    .init("[[Home]] [[a b#Part|shown]] [[#Top]]", links: ["Home", "a b#Part", "#Top"]),
    .init("[[ a ]] ![[b]] [[[c]]]", links: ["a", "b", "c"]),
    .init("[[]] [[ ]] [[a [[a] [a] \\[[a]] `[[a]]` [[a[b]] [[a]b]]"),
    .init("[[a #no|b #no]] #yes", tags: ["yes"], links: ["a#no"]),
    .init("[[a|*b*]] *[[c]]*", links: ["a", "c"]),
    .init("[[snake_case_name]] [[a\\_b]]", links: ["snake_case_name", "a\\_b"]),
    .init("| [[a\\|b]] | x |\n|--|--|\n| y | [[c]] |", links: ["a", "c"]),
    .init("[a](b.md) [c](<d e.md> \"t\") [f](g 't')", links: ["b.md", "d e.md", "g"]),
    .init("[a](b(c).md) [a [b]](c) [x](", links: ["b(c).md", "c"]),
    .init("[a](b c) [a] (b) \\[a](b)"),
    .init("[see #no and [[x]]](b) #a", tags: ["a"], links: ["b"]),
    .init("[`a](b)` [c](d)", links: ["d"]),
    .init("[a](b#no) [#no](c)", links: ["b#no", "c"]),
  ]

  static let blocks: [GrammarCase] = [
    .init(
      "# One\n\n## Two ##\n\ntext\n===\n\nmore\n---",
      headings: ["# One", "## Two", "# text", "## more"]),
    .init("# A #b\n#no heading", tags: ["b", "no"], headings: ["# A #b"]),
    .init("####### no\n\n#\n\n   # three\n\n    # code", headings: ["#", "# three"]),
    .init("a\nb\n===", headings: ["# a b"]),
    .init("- # In an item\n\n> ## In a quote", headings: ["# In an item", "## In a quote"]),
    .init("- [ ] a\n* [x] b\n1. [X] c\n  - [ ] d", tasks: [false, true, true, false]),
    .init("- [y] a\n[ ] b\n- [x]c\n- [] d"),
    .init("---\ntags: \"#no [[no]]\"\n---\n#a", tags: ["a"]),
    .init("---\n#a\n\nno end", tags: ["a"]),
    .init("```\n#no [[no]]\n- [ ] no\n# no\n```\n#a", tags: ["a"]),
    .init("~~~~ x\n~~~\n#no\n~~~~\n#a", tags: ["a"]),
    .init("> ```\n> #no\n\n#a", tags: ["a"]),
    .init("- ```\n  #no\n  ```\n\n#a", tags: ["a"]),
    .init("- ```\n  #no\n\n#a", tags: ["a"]),
    .init("``` `x`\n#a", tags: ["a"]),
    .init("text\n\n    #no code\n\n#a", tags: ["a"]),
    .init("text\n    #a goes on", tags: ["a"]),
    .init("- item\n\n    #a of the item\n\ntext\n\n    #no", tags: ["a"]),
    .init("# head\n    #no code", headings: ["# head"]),
    .init("* * *\n\n    #no", tags: []),
    .init("> a\n    #a lazy", tags: ["a"]),
    .init("1. a\n2. [ ] b\n\n3) c", tasks: [false]),
  ]

  @Test(arguments: cases) func `import finds what the table says`(expected: GrammarCase) {
    let scan = MarkdownScan(expected.text)

    #expect(Markup(scan, expected.text) == expected.markup)
  }

  @Test(arguments: cases) func `the reader finds what the table says`(expected: GrammarCase) {
    let document = MarkdownRenderer.render(
      expected.text,
      options: RenderOptions(width: 100, styles: MarkdownStyles(CompiledThemes.standard.style)))

    #expect(Markup(document) == expected.markup)
  }

  @Test(arguments: cases) func `the editor finds what the table says`(expected: GrammarCase) {
    #expect(Markup(Editor(expected.text)) == expected.markup)
  }
}

// MARK: - Tasks that were given up

extension GrammarTests {
  /// A text, and how many of its tasks were given up.
  static let cancelled: [(text: String, count: Int)] = [
    ("- [-] given up\n1. [-]\ttoo\n  * [-] and this", 3),
    ("- [-]\n- [-]\n  its text", 2),
    ("- [-]no\n- [-]`no`\n- [--] no\n[-] no\n- \\[-] no", 0),
    ("- [-] with *marks*, a [[link]] and a #tag", 1),
  ]

  @Test(arguments: cancelled)
  func `reader and editor find the same tasks that were given up, and no task to be done`(
    text: String, count: Int
  ) {
    let document = MarkdownRenderer.render(
      text,
      options: RenderOptions(width: 100, styles: MarkdownStyles(CompiledThemes.standard.style)))
    let shown = document.lines.map(\.text).joined(separator: "\n")
    let editor = Editor(text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let spans = lines.indices.flatMap { editor.markup(ofLine: $0) }
    let scan = MarkdownScan(text)

    #expect(shown.count { $0 == "☒" } == count, "\(shown)")
    #expect(spans.count { $0.scope == .taskDone } == count)
    #expect(document.tasks.isEmpty)
    #expect((scan.openTasks, scan.doneTasks) == (0, 0))
  }
}

// MARK: - What each of the three finds

extension Markup {
  init(_ scan: MarkdownScan, _ text: String) {
    tags = scan.tags.map(\.name)
    let wiki = scan.wikiLinks.map { ($0.range.lowerBound, Markup.link($0.target, $0.heading)) }
    let inline = scan.links.map { ($0.range.lowerBound, $0.destination) }
    links = (wiki + inline).sorted { $0.0 < $1.0 }.map(\.1)
    headings = scan.headings.map { Markup.heading($0.level, $0.title) }
    // The scan only counts; the order is that of the lines.
    let done = Array(repeating: true, count: scan.doneTasks)
    tasks = done + Array(repeating: false, count: scan.openTasks)
    if !tasks.isEmpty {
      let boxes = text.matches(of: #/\[([ xX])\] /#).map { $0.1 != " " }
      if boxes.count(where: { $0 }) == scan.doneTasks, boxes.count == tasks.count {
        tasks = boxes
      }
    }
  }

  init(_ document: RenderedDocument) {
    tags = document.tags.compactMap { if case .tag(let name) = $0.target { name } else { nil } }
    links = document.links.compactMap { link in
      switch link.target {
      case .note(let title, let heading): Markup.link(title, heading)
      case .address(let address) where address.hasPrefix("http"): nil
      case .address(let address): address
      case .image, .tag, .callout: nil
      }
    }
    headings = document.headings.map { Markup.heading($0.level, $0.title) }
    tasks = document.tasks.map(\.isDone)
  }

  init(_ editor: Editor) {
    var last: EditorLink?
    for offset in 0..<editor.text.utf8.count {
      guard let link = editor.link(at: offset), link != last else { continue }
      last = link
      switch link.kind {
      case .tag: tags.append(link.target)
      case .note: links.append(Markup.link(link.target, link.heading))
      case .target where link.target.hasPrefix("http"): break
      case .target: links.append(link.target)
      }
    }
    let lines = editor.text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices {
      for span in editor.markup(ofLine: index) {
        switch span.scope {
        case .heading(let level): headings.append(Markup.heading(level, lines, index))
        case .taskOpen: tasks.append(false)
        case .taskDone: tasks.append(true)
        default: break
        }
      }
    }
  }

  private static func link(_ title: String, _ heading: String?) -> String {
    title + (heading.map { "#" + $0 } ?? "")
  }

  private static func heading(_ level: Int, _ title: String) -> String {
    let marks = String(repeating: "#", count: level)
    return title.isEmpty ? marks : marks + " " + title
  }

  /// The heading that the editor shows on a line: by its marks, or of the paragraph above.
  private static func heading(_ level: Int, _ lines: [Substring], _ index: Int) -> String {
    let line = lines[index].drop { " >-".contains($0) }
    guard line.hasPrefix("#") else {
      let above = lines[..<index].reversed().prefix { !$0.isEmpty }.reversed()
      return heading(level, above.joined(separator: " "))
    }
    var title = line.drop { $0 == "#" }.drop { $0 == " " }
    while title.last == "#" { title.removeLast() }
    while title.last == " " { title.removeLast() }
    return heading(level, String(title))
  }
}
