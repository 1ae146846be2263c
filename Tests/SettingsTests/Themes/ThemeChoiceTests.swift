import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct ThemeChoiceTests {
  private let adaptive = ThemeChoice.adaptive(light: "l", dark: "d", fallback: "f")

  @Test func `a known background decides`() {
    #expect(adaptive.name(on: .light, environment: [:]) == "l")
    #expect(adaptive.name(on: .dark, environment: [:]) == "d")
    #expect(adaptive.name(on: nil, environment: [:]) == "f")
    #expect(ThemeChoice.single("x").name(on: .dark, environment: [:]) == "x")
  }

  @Test(arguments: [
    ("15;0", "d"), ("0;15", "l"), ("0;default;7", "l"), ("7;8", "d"), ("", "f"), ("x;y", "f"),
    ("1;99", "f"),
  ])
  func `COLORFGBG is believed where nothing better is known`(value: String, name: String) {
    #expect(adaptive.name(on: nil, environment: ["COLORFGBG": value]) == name)
  }

  @Test func `NO_COLOR means mono unless it is empty`() {
    #expect(adaptive.name(on: .dark, environment: ["NO_COLOR": "1"]) == "mono")
    #expect(adaptive.name(on: .dark, environment: ["NO_COLOR": ""]) == "d")
  }

  @Test(arguments: [
    ("rgb:0000/0000/0000", TerminalBackground.dark), ("rgb:ffff/ffff/ffff", .light),
    ("rgb:16/21/1f", .dark), ("rgb:f7f7/f1f1/e3e3", .light), ("rgb:0/0/0", .dark),
  ])
  func `an answer to OSC 11 is read`(text: String, background: TerminalBackground) {
    #expect(TerminalBackground(reportedColor: text) == background)
  }

  @Test(arguments: ["", "rgb:", "rgb:0/0", "rgb:00000/0/0", "rgb:x/y/z", "#000000"])
  func `a reply that is no answer chooses nothing`(text: String) {
    #expect(TerminalBackground(reportedColor: text) == nil)
  }
}
