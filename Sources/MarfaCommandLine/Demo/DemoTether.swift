import Glibc
import NoteFiles

/// Ends the interface of a demo with this process, however that ends: the interface inherits one
/// end of a pipe whose other end nobody else has.
///
/// `PR_SET_PDEATHSIG` would come as soon as the thread ends that started the interface, which is
/// one of a pool. The server has the pipe as its standard input and ends with it; the interface has
/// the terminal there, and would need an option and a reader of its own.
struct DemoTether {
  private let inherited: Int32
  private let own: Int32

  /// Makes the pipe; what is started before `tie(_:)` inherits its end.
  ///
  /// - Throws: `CommandFailure`.
  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(
        .failure, "The interface cannot be started: \(SystemError.sentence(errno)).")
    }
    (inherited, own) = (ends[0], ends[1])
    _ = fcntl(own, F_SETFD, FD_CLOEXEC)
  }

  /// Lets a program end when this process has ended.
  ///
  /// - Parameter program: The program, which was started just now.
  func tie(_ program: TerminalProgram) {
    program.send(SIGTERM, whenClosed: inherited)
    close(inherited)
  }

  /// Gives the pipe back, after the program has ended.
  func cut() { close(own) }
}
