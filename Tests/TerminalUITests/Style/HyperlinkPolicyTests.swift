import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct HyperlinkPolicyTests {
  @Test(
    arguments: [
      ["TERM": "xterm-kitty"], ["TERM": "foot"], ["VTE_VERSION": "6003", "TERM": "xterm-256color"],
      ["TERM_PROGRAM": "WezTerm"], ["WT_SESSION": "x"], ["KONSOLE_VERSION": "220401"],
    ])
  func `terminals that name themselves get links`(environment: [String: String]) {
    #expect(HyperlinkPolicy.isShown(choice: .automatic, environment: environment))
    #expect(!HyperlinkPolicy.isShown(choice: .never, environment: environment))
  }

  @Test(
    arguments: [
      [:], ["TERM": "xterm-256color"], ["TERM": "linux"], ["VTE_VERSION": "4803"],
      ["TERM": "tmux-256color", "TMUX": "t", "VTE_VERSION": "6003"],
      ["TERM": "screen", "STY": "s", "WT_SESSION": "x"], ["TERM": "dumb", "WT_SESSION": "x"],
      ["WT_SESSION": ""],
    ])
  func `others get footnotes unless asked for links`(environment: [String: String]) {
    #expect(!HyperlinkPolicy.isShown(choice: .automatic, environment: environment))
    #expect(HyperlinkPolicy.isShown(choice: .always, environment: environment))
  }
}
