import TerminalDriver
import TerminalUI
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct EmojiTests {
  /// What a terminal that knows all, one that knows most, and one that knows none shows of twelve
  /// sequences.
  private static let shown: [(sequence: Character, all: String, most: String, none: String)] = [
    ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨"), ("👩🏽‍💻", "👩🏽‍💻", "👩🏽‍💻", "👩"), ("🏳️‍🌈", "🏳️‍🌈", "🏳 ", "🏳 "),
    ("👍🏽", "👍🏽", "👍🏽", "👍"), ("✌🏿", "✌🏿", "✌🏿", "✌ "), ("🇩🇪", "🇩🇪", "🇩🇪", "DE"),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴"), ("1️⃣", "1️⃣", "1 ", "1 "), ("#️⃣", "#️⃣", "# ", "# "),
    ("❤️", "❤️", "❤ ", "❤ "), ("❤️‍🔥", "❤️‍🔥", "❤ ", "❤ "), ("🐻‍❄️", "🐻‍❄️", "🐻", "🐻"),
  ]

  /// The row of them as the painter writes it: the base of each, and then over it what the terminal
  /// draws whole.
  @Test(arguments: ["ghostty", "Apple_Terminal", "unknown"])
  func `an emoji is drawn whole, or as its base, in two columns`(program: String) throws {
    let shown = Self.shown.map { row in
      switch program {
      case "ghostty": row.all
      case "Apple_Terminal": row.most
      default: row.none
      }
    }
    let text = Self.shown.map { String($0.sequence) }.joined(separator: "|")
    let terminal = try PseudoTerminal(
      environment: ["TERM_PROGRAM": program, "PROBE_TEXT": text, "PROBE_EMOJI": "known"])
    let end = program == "unknown" ? "row 20" : "\u{1b}8"

    let frame = try #require(terminal.take(through: end))

    #expect(frame.contains(Self.shown.map { $0.none }.joined(separator: "|")), "\(frame)")
    for (index, row) in Self.shown.enumerated() {
      let place = "\u{1b}[3;\(3 * index + 1)H\u{1b}[0m"
      let isWhole = shown[index] == String(row.sequence)
      #expect(frame.contains(place + String(row.sequence)) == isWhole, "\(row.sequence)")
      #expect(TextWidth.columns(of: row.sequence) == 2)
      #expect(TextWidth.paintable(row.sequence) == row.none)
      #expect(TextWidth.columns(of: row.none) == 2)
    }
  }

  @Test func `a terminal that is not known is asked once, and what it agrees on is drawn whole`()
    throws
  {
    let terminal = try PseudoTerminal(
      environment: ["PROBE_EMOJI": "asked", "PROBE_TEXT": "🇩🇪 👍🏽 👨‍👩‍👧‍👦 ❤️"])
    let question = try #require(terminal.take(through: "\u{1b}8\u{1b}[?2026l"))
    // Each sample is written over at once by what was there.
    #expect(question.contains("\u{1b}[2;1H\u{1b}[8m🇩🇪"))
    #expect(question.contains("\u{1b}[6n\u{1b}[2;1H\u{1b}[0;38;5;"))
    #expect(question.ranges(of: "\u{1b}[6n").count == 4)

    // This terminal draws skin tones as signs of their own.
    terminal.type("\u{1b}[2;5R\u{1b}[3;9R\u{1b}[4;5R\u{1b}[5;5R")
    let drawn = try #require(terminal.take(through: "\u{1b}8"))

    for (column, sequence) in [(1, "🇩🇪"), (7, "👨‍👩‍👧‍👦"), (10, "❤️")] {
      #expect(drawn.contains("\u{1b}[3;\(column)H\u{1b}[0m\(sequence)"), "\(sequence)")
    }
    #expect(!drawn.contains("👍🏽"))
    // The answers are no keys.
    terminal.type("j\u{1b}[1;5D")
    let next = try #require(terminal.take(through: "event 1"))
    #expect(!next.contains("\u{1b}[6n"))
  }

  @Test func `only the terminals that can answer are asked, and each answer counts once`() {
    for name in ["linux", "vt220", "dumb", ""] {
      #expect(!EmojiQuestion.mayBeAsked(["TERM": name]), "\(name)")
    }
    #expect(EmojiQuestion.mayBeAsked(["TERM": "tmux-256color", "TMUX": "/tmp/tmux"]))
    var question = EmojiQuestion()
    let agreed = Point(column: 4, row: 1)
    #expect(question.agreed(agreed) == [], "Nothing was asked.")
    for size in [Size(columns: 20, rows: 24), Size(columns: 80, rows: 4)] {
      #expect(question.samples(over: Surface(size: size)) == [])
    }
    let frame = Surface(size: Size(columns: 80, rows: 24))

    let samples = question.samples(over: frame)

    #expect(samples.map(\.row) == [1, 2, 3, 4])
    #expect(question.samples(over: frame) == [])
    #expect(question.agreed(Point(column: 4, row: 7)) == [])
    #expect(question.agreed(agreed) == .flag)
    #expect(question.agreed(agreed) == [])
    #expect(question.agreed(Point(column: 6, row: 2)) == [])
    #expect(question.agreed(Point(column: 4, row: 2)) == [])
    #expect(question.agreed(Point(column: 4, row: 3)) == .joined)
    #expect(question.agreed(Point(column: 4, row: 4)) == .selected)
  }

  @Test(arguments: ["a", "漢", "🙂", "e\u{301}", "⌚︎", "🇩", "1"] as [Character])
  func `text that is no sequence of emoji is none`(character: Character) {
    #expect(EmojiSequence(character) == nil)
  }

  @Test(arguments: [
    ["TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/tmux"], ["TERM": "tmux-256color"],
    ["TERM": "screen-256color", "TERM_PROGRAM": "kitty"], ["TERM_PROGRAM": "vscode"],
    ["TERM": "alacritty"], [:],
  ])
  func `nothing is expected of multiplexers and of those not known`(environment: [String: String]) {
    #expect(EmojiPolicy.sequences(environment: environment) == [])
  }

  @Test(arguments: ["xterm-kitty", "foot", "foot-extra", "xterm-ghostty"])
  func `a terminal is known by its name, too`(name: String) {
    #expect(EmojiPolicy.sequences(environment: ["TERM": name]) == .all)
  }

  @Test func `a row says where its sequences are`() {
    var surface = Surface(size: Size(columns: 12, rows: 1))
    surface.draw("a🇩🇪e\u{301}👍🏽漢", at: Point(column: 0, row: 0))

    let found = surface.emojiSequences(inRow: 0)

    #expect(found.map(\.columns) == [1..<3, 4..<6])
    #expect(found.map(\.character) == ["🇩🇪", "👍🏽"])
    #expect(surface.emojiSequences(inRow: 1).isEmpty)
  }
}
