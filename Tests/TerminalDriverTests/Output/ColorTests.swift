import Testing
import TerminalDriver
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct ColorTests {
  @Test(
    arguments: [
      (0, 0, 0, 16), (255, 255, 255, 231), (255, 0, 0, 196), (0, 255, 0, 46), (95, 135, 175, 67),
      (8, 8, 8, 232), (128, 128, 128, 244), (238, 238, 238, 255), (30, 32, 40, 235),
    ] as [(UInt8, UInt8, UInt8, UInt8)])
  func `a colour has a nearest one in the palette`(
    red: UInt8, green: UInt8, blue: UInt8, index: UInt8
  ) {
    #expect(Palette256.nearest(red: red, green: green, blue: blue) == index)
  }

  @Test func `each colour of the palette is its own nearest or one that looks the same`() {
    for index in UInt8(16)...255 {
      let (red, green, blue) = Palette256.components(of: index)
      let nearest = Palette256.nearest(red: red, green: green, blue: blue)

      #expect(Palette256.components(of: nearest) == (red, green, blue))
    }
  }

  @Test(
    arguments: [
      (.rgb(red: 255, green: 0, blue: 0), .monochrome, 256, .terminalDefault),
      (.terminalDefault, .trueColor, 256, .terminalDefault),
      (.rgb(red: 255, green: 0, blue: 0), .indexed256, 256, .index(196)),
      (.rgb(red: 250, green: 10, blue: 10), .ansi16, 16, .index(9)),
      (.rgb(red: 250, green: 10, blue: 10), .ansi16, 8, .index(1, isBright: true)),
      (.rgb(red: 1, green: 2, blue: 3), .trueColor, 256, .rgb(red: 1, green: 2, blue: 3)),
      (.ansi(12), .indexed256, 256, .index(12)), (.ansi(12), .ansi16, 8, .index(4, isBright: true)),
      (.ansi(3), .ansi16, 8, .index(3)), (.indexed(208), .indexed256, 256, .index(208)),
      (.indexed(196), .ansi16, 16, .index(9)), (.indexed(5), .ansi16, 16, .index(5)),
      (.ansi(2), .monochrome, 256, .terminalDefault),
    ] as [(Color, ColorDepth, Int, PaintedColor)])
  func `a colour is shown as well as the terminal can`(
    color: Color, depth: ColorDepth, colors: Int, painted: PaintedColor
  ) {
    #expect(PaintedColor(color, depth: depth, terminalColors: colors) == painted)
  }

  @Test(
    arguments: [
      (.automatic, [:], 256, .indexed256), (.automatic, [:], 8, .ansi16),
      (.automatic, [:], 0, .monochrome), (.automatic, [:], -1, .monochrome),
      (.automatic, ["NO_COLOR": "1"], 256, .monochrome),
      (.automatic, ["NO_COLOR": ""], 256, .indexed256),
      (.automatic, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], 256, .indexed256),
      (.automatic, ["NO_COLOR": "1", "CLICOLOR_FORCE": "0"], 256, .monochrome),
      (.automatic, ["COLORTERM": "truecolor"], 256, .indexed256),
      (.always, ["NO_COLOR": "1"], 256, .indexed256), (.always, [:], 0, .monochrome),
      (.always, ["TERM": "dumb"], 256, .monochrome), (.never, [:], 256, .monochrome),
      (.ansi16, [:], 256, .ansi16), (.indexed256, [:], 8, .ansi16),
      (.trueColor, [:], 256, .trueColor), (.trueColor, [:], 8, .ansi16),
      (.trueColor, ["NO_COLOR": "1"], 256, .trueColor),
    ] as [(ColorPolicy.Choice, [String: String], Int, ColorDepth)])
  func `the depth follows the choice the environment and the terminal`(
    choice: ColorPolicy.Choice, environment: [String: String], colors: Int, depth: ColorDepth
  ) {
    #expect(
      ColorPolicy.depth(choice: choice, environment: environment, terminalColors: colors)
        == depth)
  }

  @Test(
    arguments: [
      (.automatic, [:], 256, .trueColor), (.automatic, [:], 8, .ansi16),
      (.automatic, ["NO_COLOR": "1"], 256, .monochrome), (.indexed256, [:], 256, .indexed256),
    ] as [(ColorPolicy.Choice, [String: String], Int, ColorDepth)])
  func `a preference for 24 bits decides only what is left open`(
    choice: ColorPolicy.Choice, environment: [String: String], colors: Int, depth: ColorDepth
  ) {
    #expect(
      ColorPolicy.depth(
        choice: choice, environment: environment, terminalColors: colors, prefersTrueColor: true)
        == depth)
  }

  @Test(
    arguments: [
      (.automatic, [:], true, true), (.automatic, [:], false, false),
      (.automatic, ["NO_COLOR": "1"], true, false), (.automatic, ["CLICOLOR": "0"], true, false),
      (.automatic, ["CLICOLOR_FORCE": "1"], false, true),
      (.automatic, ["TERM": "dumb"], true, false),
      (.always, ["NO_COLOR": "1"], false, true), (.never, ["CLICOLOR_FORCE": "1"], true, false),
    ] as [(ColorPolicy.Choice, [String: String], Bool, Bool)])
  func `output of commands is coloured by the same rules`(
    choice: ColorPolicy.Choice, environment: [String: String], isTerminal: Bool, colors: Bool
  ) {
    #expect(
      ColorPolicy.colorsOutput(
        choice: choice, environment: environment, isTerminal: isTerminal) == colors)
  }

  @Test(arguments: [
    ([:], 25), (["SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"], 100), (["ESCDELAY": "300"], 300),
    (["ESCDELAY": "300", "SSH_TTY": "/dev/pts/1"], 300), (["ESCDELAY": "0"], 25),
    (["ESCDELAY": "soon"], 25),
  ])
  func `the escape delay follows the connection`(environment: [String: String], delay: Int) {
    #expect(TerminalOptions(environment: environment).escapeDelay == delay)
  }
}
