import CNcurses
import Glibc

/// Starts ncurses on a terminal.
@MainActor enum CursesScreen {
  /// A started screen.
  struct Opened {
    let screen: OpaquePointer
    /// The descriptor that ncurses writes to.
    let output: Int32
    let name: String
    let isFallback: Bool
    /// Whether 24-bit colours are numbers of `DirectColor`.
    let isDirectColor: Bool
  }

  /// Sets the locale from the environment; says whether its characters are UTF-8.
  ///
  /// Where they are not, only the character type becomes C.UTF-8, so that ncurses can paint.
  static func prepareLocale() -> Bool {
    setlocale(LC_ALL, "")
    guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
    let isUnicode = String(cString: name) == "UTF-8"
    if !isUnicode { setlocale(LC_CTYPE, "C.UTF-8") }
    return isUnicode
  }

  /// Starts ncurses by the terminal's name, or by that of one most terminals are like.
  ///
  /// - Parameters:
  ///   - device: The terminal.
  ///   - name: Its name.
  ///   - directColor: What `TERMINFO` is for a description with 24-bit colours; nil for the
  ///     terminal's own.
  /// - Returns: The started screen.
  /// - Throws: `TerminalError` `unknownTerminal` or `unsuitableTerminal`.
  static func open(
    device: TerminalDevice, name: String, directColor: String? = nil
  ) throws -> Opened {
    // A dumb terminal has a description, and no way to place the cursor.
    guard name != "dumb" else {
      throw TerminalError(.unsuitableTerminal, subject: name)
    }
    let names = [name, "xterm-256color", "vt100"].filter { !$0.isEmpty }
    if let directColor, let (screen, output) = startDirect(device, name, directColor) {
      return Opened(
        screen: screen, output: output, name: name, isFallback: false, isDirectColor: true)
    }
    for candidate in names {
      guard let (screen, output) = start(device, candidate) else { continue }
      guard canPlaceCursor() else {
        endwin()
        device.setModes(device.savedModes)
        throw TerminalError(.unsuitableTerminal, subject: candidate)
      }
      configure()
      return Opened(
        screen: screen, output: output, name: candidate, isFallback: candidate != name,
        isDirectColor: false)
    }
    throw TerminalError(.unknownTerminal, subject: name)
  }

  /// Starts ncurses with a description that only this process has; nil where it does not take it.
  ///
  /// The variable is set for this moment only: programs that are started later must not have it.
  private static func startDirect(
    _ device: TerminalDevice, _ name: String, _ description: String
  ) -> (screen: OpaquePointer, output: Int32)? {
    let before = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", description, 1)
    defer {
      if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") }
    }
    guard let started = start(device, name) else { return nil }
    guard canPlaceCursor() else {
      endwin()
      device.setModes(device.savedModes)
      return nil
    }
    configure()
    guard marfa_colors() > DirectColor.firstColor else {
      endwin()
      device.setModes(device.savedModes)
      return nil
    }
    return started
  }

  private static func start(
    _ device: TerminalDevice, _ name: String
  ) -> (screen: OpaquePointer, output: Int32)? {
    // newterm keeps the streams for the life of the process.
    guard let output = fdopen(dup(device.output), "w"),
      let input = fdopen(dup(device.output), "r")
    else { return nil }
    guard let screen = newterm(name, output, input) else {
      fclose(output)
      fclose(input)
      return nil
    }
    return (screen, fileno(output))
  }

  private static func canPlaceCursor() -> Bool { hasCapability("cup") }

  /// Whether what was on the terminal before comes back at the end.
  static func hasOtherScreen() -> Bool { hasCapability("smcup") }

  /// Leaves nothing of the last frame, so that no prompt is written over it.
  static func empty() {
    erase()
    refresh()
  }

  private static func hasCapability(_ name: String) -> Bool {
    guard let capability = tigetstr(name) else { return false }
    // -1 says that this is no name of a string capability.
    return Int(bitPattern: capability) != -1
  }

  private static func configure() {
    raw()
    noecho()
    nonl()
    // Otherwise ncurses looks at the input while it paints, and may leave a frame unfinished.
    typeahead(-1)
    let window = marfa_stdscr()
    intrflush(window, false)
    leaveok(window, false)
    scrollok(window, false)
    if has_colors() {
      start_color()
      use_default_colors()
    }
  }
}
