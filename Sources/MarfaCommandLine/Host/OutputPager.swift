import Foundation
import Glibc
import NoteFiles

/// A program that shows long results page by page.
package struct OutputPager: Sendable {
  /// Gives it bytes.
  package let write: @Sendable ([UInt8]) -> CommandStreams.WriteOutcome
  /// Tells it that there are no more, and waits until the person has left it.
  package let finish: @Sendable () async -> Void

  /// A pager.
  package init(
    write: @escaping @Sendable ([UInt8]) -> CommandStreams.WriteOutcome,
    finish: @escaping @Sendable () async -> Void
  ) {
    self.write = write
    self.finish = finish
  }

  /// The command of the person's pager, found as git finds it; nil for none.
  ///
  /// - Parameter environment: `MARFA_PAGER` and `PAGER`; empty and `cat` mean none, `less` without
  ///   them.
  /// - Returns: A command for the shell.
  package static func command(in environment: [String: String]) -> String? {
    let named = environment["MARFA_PAGER"] ?? environment["PAGER"]
    guard let named else {
      return ProgramPath.find("less", in: environment) == nil ? nil : "less"
    }
    return named.isEmpty || named == "cat" ? nil : named
  }

  /// What the shell runs: the command in a shell of its own, and the results without it where it is
  /// no command, cannot be run or is not there (sh(1): 126 and 127); nothing of them is read then.
  private static let script = """
    trap : INT
    sh -n -c "$1" && { sh -c "$1"; case $? in 126|127) ;; *) exit ;; esac; }
    printf '%s\\n' "marfa: The pager “$1” does not start; set PAGER to another one, or to cat." >&2
    exec cat
    """

  /// Starts the person's pager on the terminal.
  ///
  /// Of a pager that does not start the results go to the terminal as they are.
  ///
  /// The program shares the terminal, so that Ctrl-C reaches it, and is ignored here from then on.
  ///
  /// - Parameter environment: The variables, to which those are added that less and lv need to show
  ///   colours and to end with a text that fits the screen.
  /// - Returns: The running pager; nil when there is none or it cannot be started.
  package static func start(_ environment: [String: String]) -> OutputPager? {
    guard let command = command(in: environment) else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let (input, output) = (ends[0], ends[1])
    // The program must not hold the end that is written to, or it would wait for itself.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(input) }
    guard
      let program = try? TerminalProgram(
        path: "/bin/sh", arguments: ["-c", script, "sh", command],
        environment: ["LESS": "FRX", "LV": "-c"].merging(environment) { _, own in own },
        input: input)
    else {
      // Without it the results still go to the terminal.
      close(output)
      return nil
    }
    signal(SIGINT, SIG_IGN)
    return OutputPager(
      write: { CommandStreams.write($0, to: output) },
      finish: {
        close(output)
        _ = await program.end()
      })
  }
}
