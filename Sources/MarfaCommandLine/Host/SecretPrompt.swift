import Foundation
import Glibc

/// Asks for a word on the terminal without showing what is typed.
enum SecretPrompt {
  /// Asks; nil when the person gives up, or the terminal cannot hide what is typed.
  ///
  /// The keys are read one by one, so that Ctrl-C ends the question and not the program, which
  /// would leave the terminal without its echo.
  ///
  /// - Parameter question: What is asked, with a space at its end.
  /// - Returns: The word.
  static func ask(_ question: String) -> String? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    FileHandle.standardError.write(Data(question.utf8))
    var typed = TypedSecret()
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch typed.take(byte) {
      case .more: continue
      case .done: return String(decoding: typed.bytes, as: UTF8.self)
      case .givenUp: return nil
      }
    }
  }
}

/// What was typed of a word that is not shown.
package struct TypedSecret: Hashable, Sendable {
  /// What a key comes to.
  package enum Outcome: Hashable, Sendable {
    /// More keys are waited for.
    case more
    /// The word is complete.
    case done
    /// The person wants to give none.
    case givenUp
  }

  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Takes a byte of the terminal: Enter ends, Ctrl-C and an early Ctrl-D give up, Backspace and
  /// Ctrl-U take away.
  ///
  /// - Parameter byte: The byte.
  /// - Returns: How it goes on.
  package mutating func take(_ byte: UInt8) -> Outcome {
    switch byte {
    case 0x0A, 0x0D: return .done
    case 0x03: return .givenUp
    case 0x04: return bytes.isEmpty ? .givenUp : .done
    case 0x08, 0x7F: bytes = bytes.dropLast()
    case 0x15: bytes = []
    default: bytes.append(byte)
    }
    return .more
  }
}
