import CTerminalGuard
import Glibc
import TerminalUI

/// The terminal's file descriptors and modes, below ncurses.
///
/// The terminal is opened again, once to read and once to write: `O_NONBLOCK` belongs to the open
/// file, and set on an inherited one it would outlive the process in the shell.
final class TerminalDevice {
  let input: Int32
  let output: Int32
  /// The modes before anything was changed.
  let savedModes: termios

  init(path: String) throws {
    output = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard output >= 0 else { throw Self.failure(.noTerminal, path) }
    input = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    var modes = termios()
    guard input >= 0, isatty(output) == 1, tcgetattr(output, &modes) == 0 else {
      let error = Self.failure(.noTerminal, path)
      Glibc.close(output)
      if input >= 0 { Glibc.close(input) }
      throw error
    }
    savedModes = modes
  }

  deinit {
    close(input)
    close(output)
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
  func setModes(_ modes: termios) {
    var copy = modes
    for _ in 0..<10 {
      if tcsetattr(output, TCSADRAIN, &copy) == 0 || errno != EINTR { return }
    }
  }

  /// Throws away what was typed and not yet read.
  func discardInput() { tcflush(output, TCIFLUSH) }

  /// Writes text past ncurses; its own buffer is empty between two updates.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes past ncurses.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // A terminal that is gone is reported by SIGHUP; there is nobody to tell here.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
