import TerminalDriver
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct EmojiTests {
  private static let all: [String: String] = ["TERM_PROGRAM": "ghostty", "TERM": "xterm-ghostty"]
  private static let most: [String: String] = ["TERM_PROGRAM": "Apple_Terminal"]
  private static let none: [String: String] = ["TERM": "xterm-256color"]

  /// What is painted in the two columns of a cluster.
  private func painted(_ character: Character, in environment: [String: String]) -> String {
    let known = EmojiPolicy.sequences(environment: environment)
    guard let sequence = EmojiSequence(character), known.isSuperset(of: sequence) else {
      return TextWidth.paintable(character)
    }
    return String(character)
  }

  /// Twelve sequences: what a terminal that knows all, one that knows most, and one that knows none
  /// paints.
  @Test(
    arguments: [
      ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨"), ("👩🏽‍💻", "👩🏽‍💻", "👩🏽‍💻", "👩"), ("🏳️‍🌈", "🏳️‍🌈", "🏳 ", "🏳 "),
      ("👍🏽", "👍🏽", "👍🏽", "👍"), ("✌🏿", "✌🏿", "✌🏿", "✌ "), ("🇩🇪", "🇩🇪", "🇩🇪", "DE"),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴"), ("1️⃣", "1️⃣", "1 ", "1 "), ("#️⃣", "#️⃣", "# ", "# "),
      ("❤️", "❤️", "❤ ", "❤ "), ("❤️‍🔥", "❤️‍🔥", "❤ ", "❤ "), ("🐻‍❄️", "🐻‍❄️", "🐻", "🐻"),
    ] as [(Character, String, String, String)])
  func `a cluster is whole or its base, in two columns`(
    character: Character, all: String, most: String, none: String
  ) {
    #expect(painted(character, in: Self.all) == all)
    #expect(painted(character, in: Self.most) == most)
    #expect(painted(character, in: Self.none) == none)
    #expect(TextWidth.columns(of: character) == 2)
    #expect(TextWidth.columns(of: TextWidth.paintable(character)) == 2)
  }

  @Test(arguments: ["a", "漢", "🙂", "e\u{301}", "⌚︎", "🇩", "1"] as [Character])
  func `what is no sequence of emoji is none`(character: Character) {
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
