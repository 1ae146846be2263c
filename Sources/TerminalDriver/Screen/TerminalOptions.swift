/// How a terminal is to be used.
public struct TerminalOptions: Sendable {
  /// The environment that policies read; the process's own by default.
  public var environment: [String: String]
  /// Which colours the person asked for.
  public var color: ColorPolicy.Choice
  /// Whether an automatic choice shows 24-bit colours where it would show 256; nil asks
  /// `COLORTERM`.
  public var prefersTrueColor: Bool?
  /// Whether mouse reports are asked for, which takes text selection from the terminal.
  public var isMouseEnabled: Bool
  /// Whether the terminal's title is set.
  public var isTitleEnabled: Bool
  /// Whether the terminal is asked for its background colour (never over a network).
  public var asksBackground: Bool
  /// Whether the terminal is asked if it shows pictures; tmux, screen and consoles only for sixels:
  /// the first two let nothing else through, and the others would print the question.
  public var asksPictures: Bool
  /// Whether a terminal that is in no table is asked how wide it draws emoji.
  public var asksEmoji: Bool
  /// Where the terminal is; the controlling terminal of the process by default.
  public var path: String

  /// Options with the given environment and everything else as most people want it.
  public init(environment: [String: String]) {
    self.environment = environment
    color = .automatic
    prefersTrueColor = nil
    isMouseEnabled = false
    isTitleEnabled = true
    asksBackground = false
    asksPictures = false
    asksEmoji = false
    path = "/dev/tty"
  }

  /// How long a lone escape byte waits for the rest of a sequence, in milliseconds.
  ///
  /// `ESCDELAY` (curses' variable) if it is a number from 1 to 10,000, else 100 over ssh and 25
  /// otherwise.
  public var escapeDelay: Int {
    if let value = environment["ESCDELAY"].flatMap(Int.init), (1...10_000).contains(value) {
      return value
    }
    return isRemote ? 100 : 25
  }

  /// How long a program that has the terminal may take to end when this process is to end, in
  /// milliseconds.
  static let childPatience = 1500
  /// The milliseconds for which a process that is to end waits for a terminal that takes nothing.
  static let outputPatience: Int32 = 500

  /// The milliseconds after which output is started again that the terminal does not take.
  static let stoppedPatience: Int32 = 1000

  /// Whether the terminal is at the other end of an ssh connection.
  public var isRemote: Bool {
    ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains { !(environment[$0] ?? "").isEmpty }
  }
}
