import Glibc

/// How a terminal was before a program was given it.
///
/// For a command that reads lines: `Terminal` keeps its own modes when it runs a program.
public struct SavedTerminal {
  private let descriptor: Int32
  private let modes: termios

  /// Notes the modes of a terminal; nil for what is none.
  ///
  /// - Parameter descriptor: The terminal, such as standard input.
  public init?(descriptor: Int32 = STDIN_FILENO) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    self.modes = modes
  }

  /// Gives the terminal its modes back, and throws away what was typed for the program.
  ///
  /// In the background the terminal is another job's, and stays as it is.
  ///
  /// - Parameter clearsModes: Whether modes of the screen are reset, too, as after a program that
  ///   did not end by itself: attributes, cursor, mouse, keypad, bracketed paste.
  public func restore(clearsModes: Bool) {
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    if clearsModes {
      let bytes = Array(ModeSequences.afterProgram.utf8)
      // A terminal that is gone has no modes.
      _ = write(descriptor, bytes, bytes.count)
    }
    var modes = modes
    tcsetattr(descriptor, TCSAFLUSH, &modes)
  }
}
