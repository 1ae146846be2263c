import CTerminalGuard
import Glibc
import TerminalUI

/// The terminal's file descriptors and modes, below ncurses.
///
/// The terminal is opened again, to read, to write and for ncurses and other programs: `O_NONBLOCK`
/// belongs to the open file, and set on an inherited one it would outlive the process in the shell.
@MainActor final class TerminalDevice {
  let input: Int32
  let output: Int32
  /// The way for text past ncurses; it never waits.
  private let text: Int32
  /// Asked while the terminal takes nothing: whether the process is to end.
  var isAskedToEnd: () -> Bool = { false }
  /// Whether nothing is written any more: the process is to end, and the terminal takes nothing.
  private(set) var isGivenUp = false
  /// The modes before anything was changed.
  let savedModes: termios

  init(path: String) throws {
    output = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard output >= 0 else { throw Self.failure(.noTerminal, path) }
    input = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    text = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    var modes = termios()
    guard input >= 0, text >= 0, isatty(output) == 1, tcgetattr(output, &modes) == 0 else {
      let error = Self.failure(.noTerminal, path)
      for descriptor in [output, input, text] where descriptor >= 0 { Glibc.close(descriptor) }
      throw error
    }
    savedModes = modes
  }

  deinit {
    close(input)
    close(output)
    close(text)
  }

  static func failure(_ code: TerminalError.Code, _ subject: String) -> TerminalError {
    TerminalError(code, subject: subject, underlying: String(cString: strerror(errno)))
  }

  /// The extent that the kernel knows; 80×24 where it knows none.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// The pixels of a cell; nil where the kernel does not know them.
  var cellPixels: Size? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    else { return nil }
    return Size(
      columns: Int(window.ws_xpixel / window.ws_col), rows: Int(window.ws_ypixel / window.ws_row))
  }

  /// Whether this process's group owns the terminal.
  var isForeground: Bool { tcgetpgrp(output) == getpgrp() }

  /// Whether the erase key sends byte 8.
  var erasesWithControlH: Bool {
    withUnsafeBytes(of: savedModes.c_cc) { $0[Int(VERASE)] == 0x08 }
  }

  /// The modes now.
  func currentModes() -> termios {
    var modes = termios()
    tcgetattr(output, &modes)
    return modes
  }

  /// Sets modes; a job-control stop in between interrupts the call, so it is tried again.
  ///
  /// - Parameters:
  ///   - modes: The modes.
  ///   - moment: When they count, for tcsetattr(3); by default after what was written.
  func setModes(_ modes: termios, moment: Int32 = TCSADRAIN) {
    var copy = modes
    for _ in 0..<10 {
      if tcsetattr(output, moment, &copy) == 0 || errno != EINTR { return }
    }
  }

  /// Does what writes to the terminal while it has the modes of other programs.
  ///
  /// In those Ctrl-s stops the output until Ctrl-q, and what writes meanwhile waits: a Ctrl-s
  /// that was typed ahead would keep the program from its end.
  func withoutFlowControl(_ body: () -> Void) {
    let modes = currentModes()
    var flowing = modes
    flowing.c_iflag &= ~tcflag_t(IXON)
    // At once: what was written before may be what is stopped.
    setModes(flowing, moment: TCSANOW)
    body()
    setModes(modes)
  }

  /// Throws away what was typed and not yet read.
  func discardInput() { tcflush(output, TCIFLUSH) }

  /// Writes text past ncurses; its own buffer is empty between two updates.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes past ncurses.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isGivenUp {
      let count = rest.withUnsafeBytes { Glibc.write(text, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0 && errno == EAGAIN {
        waitForRoom()
      } else if count == 0 || errno != EINTR {
        // A terminal that is gone is reported by SIGHUP; there is nobody to tell here.
        return
      }
    }
  }

  /// Waits until the terminal takes more.
  ///
  /// One whose window or connection is stopped takes nothing, for as long as it is. A process that
  /// is to end waits a moment only.
  private func waitForRoom() {
    var room = pollfd(fd: text, events: Int16(POLLOUT), revents: 0)
    if !isAskedToEnd() {
      var places = [room, pollfd(fd: marfa_signal_pipe(), events: Int16(POLLIN), revents: 0)]
      if poll(&places, 2, TerminalOptions.stoppedPatience) == 0 { startOutput() }
      guard places[0].revents == 0, isAskedToEnd() else { return }
    }
    isGivenUp = poll(&room, 1, TerminalOptions.outputPatience) == 0
  }

  /// Lets the kernel pass output on that it has stopped.
  ///
  /// In a flood of keys with Ctrl-s and Ctrl-z a terminal took nothing any more though flow control
  /// was off, after the program went on; where it is off, no key starts the output again. The
  /// kernel starts what tcflow(3) has stopped, so it is stopped first.
  private func startOutput() {
    // In the background the call would stop this process.
    guard isForeground else { return }
    tcflow(output, TCOOFF)
    tcflow(output, TCOON)
  }

  /// What a reading attempt found.
  enum Reading {
    case bytes(Int)
    case nothing
    case end
  }

  /// Reads what is waiting, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      let count = Glibc.read(input, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .nothing }
      if errno != EINTR { return .end }
    }
  }

  /// Whether something is waiting to be read.
  var hasInput: Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
  }
}
