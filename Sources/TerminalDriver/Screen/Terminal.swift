import CNcurses
import CTerminalGuard
import Dispatch
import Foundation
import TerminalUI

/// The terminal of this process: raw input read as bytes, output painted by ncurses.
///
/// On the main actor, whose loop must be the main dispatch queue (`RunLoop.main.run()` or
/// `dispatchMain()`): ncurses is not thread-safe, and sources of the main queue bring input and
/// signals. Only one may be open at a time. Whatever ends the process, the terminal is given
/// back: by `stop()`, at exit, and by `CTerminalGuard` on fatal signals.
@MainActor public final class Terminal: TerminalScreen {
  /// The extent of the screen.
  public internal(set) var size: Size
  /// The columns and rows of pixels of a cell; nil where they are not known.
  public var cellPixels: Size? { device.cellPixels }
  /// Called with everything that arrived together, in order and never empty.
  public var onInput: (([TerminalInput]) -> Void)?
  /// Called once after a signal asked the process to end; without it the process ends.
  public var onTermination: ((TerminationReason) -> Void)?
  /// Whether the screen shows what is drawn now; false while a child program has it.
  public var isActive: Bool { holder == .program }

  /// How many colours are shown.
  public let colorDepth: ColorDepth
  /// The name whose description is used; another than `TERM` when that one is unknown.
  public let terminalName: String
  /// Whether `terminalName` had to be used in place of `TERM`; worth telling the person once.
  public let isFallback: Bool
  /// Whether the locale of the person is UTF-8; if not, ASCII forms are the safe choice.
  public let isUnicodeLocale: Bool

  let options: TerminalOptions
  let device: TerminalDevice
  /// Whether 24-bit colours are put into the terminal's palette.
  private let isPaletteSet: Bool
  let screen: OpaquePointer
  var painter: Painter
  /// Where frames go on their way to the terminal; nil sends them straight.
  let capture: FrameCapture?
  var folder = RenditionFolder()
  /// Asks how wide emoji are; nil where that is known, or cannot be asked.
  var emojiQuestion: EmojiQuestion?
  /// What the terminal shows of the frames' pictures.
  var pictures = PicturePainter()
  /// ncurses' modes, as they are set again after a stop or a child.
  var activeModes: termios
  var lastSurface: Surface?
  var isMouseEnabled: Bool
  /// Who has the terminal.
  var holder = Holder.program
  /// How far the process is on the way to its end.
  var ending = Ending.none
  var needsClear = false
  var shownCursorShape = CursorShape.terminalDefault
  var isCursorShown: Bool?
  var decoder: KeyDecoder
  var sources = TerminalSources()
  var child: RunningChild?
  var shownTitle: String?
  /// Whether the next SIGCONT ends a stop of our own, after which all is done already.
  var isOwnContinuation = false

  /// Takes the terminal over.
  ///
  /// - Parameter options: How it is to be used.
  /// - Throws: `TerminalError` `noTerminal`, `unknownTerminal` or `unsuitableTerminal`; the
  ///   terminal is as it was.
  /// - Returns: The terminal, in raw mode; nothing is drawn yet.
  public static func open(_ options: TerminalOptions) throws -> Terminal {
    try Terminal(options)
  }

  private init(_ options: TerminalOptions) throws {
    self.options = options
    let device = try TerminalDevice(path: options.path)
    self.device = device
    isUnicodeLocale = Terminal.prepareProcess()
    let name = options.environment["TERM"] ?? ""
    let wantsTrueColor = ColorPolicy.wantsTrueColor(
      choice: options.color, environment: options.environment, preference: options.prefersTrueColor)
    let opened = try CursesScreen.open(
      device: device, name: name,
      directColor: wantsTrueColor
        ? DirectColor.variable(for: name, environment: options.environment) : nil)
    screen = opened.screen
    capture = FrameCapture(descriptor: opened.output, terminal: device.output)
    terminalName = opened.name
    isFallback = opened.isFallback
    isPaletteSet =
      !opened.isDirectColor && can_change_color()
      && (options.color == .trueColor || options.prefersTrueColor == true)
    let depth = ColorPolicy.depth(
      choice: options.color, environment: options.environment,
      terminalColors: Int(marfa_colors()), prefersTrueColor: wantsTrueColor)
    let isExact = opened.isDirectColor || isPaletteSet
    colorDepth = depth == .trueColor && !isExact ? .indexed256 : depth
    painter = Painter(
      depth: colorDepth, isDirectColor: opened.isDirectColor,
      emoji: EmojiPolicy.sequences(environment: options.environment))
    if !isFallback, isUnicodeLocale { emojiQuestion = Self.emojiQuestion(options) }
    size = device.size
    isMouseEnabled = options.isMouseEnabled
    decoder = KeyDecoder(
      KeyDecoder.Configuration(isControlHBackspace: device.erasesWithControlH))
    activeModes = device.currentModes()
    device.isAskedToEnd = { [weak self] in self?.isAskedToEndWhileWriting() ?? false }
    arm()
    device.write(enterSequence)
    ask(options)
    startSources()
  }

  private func ask(_ options: TerminalOptions) {
    if options.asksBackground, !options.isRemote { device.write(ModeSequences.askBackground) }
    if options.asksPictures, !isFallback {
      device.write(PictureSequences.questions(for: options.environment))
    }
  }

  /// Prepares the process for a screen.
  ///
  /// - Returns: Whether the locale's characters are UTF-8.
  private static func prepareProcess() -> Bool {
    let isUnicode = CursesScreen.prepareLocale()
    // Set in the environment they would win over the real size forever.
    unsetenv("LINES")
    unsetenv("COLUMNS")
    marfa_guard_install()
    TerminalSources.catchSignals()
    return isUnicode
  }

  // MARK: - Modes

  var enterSequence: String {
    ModeSequences.enter(isMouseEnabled: isMouseEnabled, isTitleEnabled: options.isTitleEnabled)
  }

  var leaveSequence: String {
    ModeSequences.leave(isMouseEnabled: isMouseEnabled, isTitleEnabled: options.isTitleEnabled)
  }

  /// Tells the guard how to give the terminal back if the process dies.
  func arm() {
    let bytes = ModeSequences.restore(
      isMouseEnabled: isMouseEnabled, isTitleEnabled: options.isTitleEnabled,
      isPaletteSet: isPaletteSet && colorDepth == .trueColor)
    var modes = device.savedModes
    marfa_guard_arm(device.output, &modes, bytes, bytes.utf8.count)
  }

  /// Gives the terminal back; repeats do nothing.
  public func stop() {
    guard holder != .nobody else { return }
    stopSources()
    if isActive, device.isForeground { leave() }
    holder = .nobody
    marfa_guard_disarm()
  }

  /// Gives the terminal back for now.
  func leave() {
    device.write(pictures.removeAll())
    device.write(leaveSequence)
    shownCursorShape = .terminalDefault
    // ncurses would wait for a terminal that takes nothing.
    if !device.isGivenUp {
      if !CursesScreen.hasOtherScreen() { CursesScreen.empty() }
      endwin()
    }
    device.setModes(device.savedModes)
    // It writes what came for standard error meanwhile.
    device.withoutFlowControl { marfa_guard_disarm() }
  }

  /// Does what writes to the terminal after it was given back.
  ///
  /// A Ctrl-s that was typed ahead does not stop it. Where the terminal takes nothing, it is left
  /// out.
  public func sayAfterwards(_ body: () -> Void) {
    guard !device.isGivenUp else { return }
    guard device.isForeground else { return body() }
    device.withoutFlowControl(body)
  }

  /// Takes the terminal again after `leave`, and requests a full repaint.
  func enter() {
    arm()
    device.setModes(activeModes)
    reset_prog_mode()
    device.write(enterSequence)
    isCursorShown = nil
    shownTitle = nil
    needsClear = true
    lastSurface = nil
  }

  /// Makes the next `draw` send everything.
  public func invalidate() { needsClear = true }

  // MARK: - Escape sequences

  /// Puts a text in the clipboard of the person's terminal (OSC 52).
  public func copyToClipboard(_ text: String) {
    guard isActive else { return }
    device.write(ModeSequences.clipboard(base64: Data(text.utf8).base64EncodedString()))
  }

  /// Sets the title of the terminal's window, with controls made visible.
  public func setTitle(_ title: String) {
    guard isActive, options.isTitleEnabled, title != shownTitle else { return }
    shownTitle = title
    device.write(ModeSequences.title(title))
  }

  /// Rings the bell, or flashes.
  public func alert(_ kind: AlertKind) {
    guard isActive else { return }
    switch kind {
    case .audible: beep()
    case .visible: flash()
    }
  }

  /// Turns mouse reports on or off.
  public func setMouse(isEnabled: Bool) {
    guard isEnabled != isMouseEnabled else { return }
    isMouseEnabled = isEnabled
    guard isActive else { return }
    arm()
    device.write(ModeSequences.mouse(isEnabled))
  }
}
