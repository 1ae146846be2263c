import CNcurses
import CTerminalGuard
import Dispatch
import Glibc
import TerminalUI

/// A program that has the terminal.
struct RunningChild {
  let identifier: pid_t
  let continuation: CheckedContinuation<ChildExit, Never>
}

// MARK: - Child programs

extension Terminal {
  /// Lets another program have the terminal until it ends.
  ///
  /// It runs in a process group of its own. What it did to the terminal is undone: modes,
  /// screen and cursor are as before, and what was typed meanwhile is thrown away. When it is
  /// stopped (Ctrl-Z in an editor), this process stops with it, and both go on together.
  ///
  /// - Parameter command: The program; its first argument is looked for along `PATH`.
  /// - Throws: `TerminalError` `cannotStart`; the terminal is as before.
  /// - Returns: How it ended.
  /// - Precondition: No other child is running.
  public func run(_ command: ChildCommand) async throws -> ChildExit {
    precondition(child == nil, "Only one program can have the terminal.")
    guard isActive else { throw TerminalError(.cannotStart, subject: command.name) }
    def_prog_mode()
    pauseInput(.child)
    leave()
    holder = .other
    var identifier: pid_t = 0
    let error = command.withCStrings { arguments, environment in
      marfa_spawn_foreground(device.output, arguments, environment, &identifier)
    }
    guard error == 0 else {
      reclaim()
      throw TerminalError(
        .cannotStart, subject: command.name, underlying: String(cString: strerror(error)))
    }
    let exit = await withCheckedContinuation { continuation in
      child = RunningChild(identifier: identifier, continuation: continuation)
      childChanged()
    }
    return exit
  }

  /// SIGCHLD: something happened to a child.
  func childChanged() {
    guard let child else { return }
    var detail: Int32 = 0
    switch marfa_child_state(child.identifier, &detail) {
    case Int32(MARFA_CHILD_STOPPED): childStopped(child)
    case Int32(MARFA_CHILD_EXITED): childEnded(child, .code(detail))
    case Int32(MARFA_CHILD_KILLED): childEnded(child, .signal(detail))
    default: break
    }
  }

  private func childEnded(_ child: RunningChild, _ exit: ChildExit) {
    self.child = nil
    sources.childTimer?.cancel()
    sources.childTimer = nil
    reclaim()
    child.continuation.resume(returning: exit)
  }

  private func childStopped(_ child: RunningChild) {
    marfa_set_foreground(device.output, getpgrp())
    device.setModes(device.savedModes)
    kill(0, SIGSTOP)
    marfa_set_foreground(device.output, child.identifier)
    kill(-child.identifier, SIGCONT)
  }

  /// Asks the program that has the terminal to end as this process was asked to.
  ///
  /// One that does not end soon is waited for no longer: the terminal is taken from it, and it
  /// stops where it wants to read.
  func endChild(as reason: TerminationReason) {
    guard let child else { return }
    kill(-child.identifier, reason.signal)
    kill(-child.identifier, SIGCONT)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(TerminalOptions.childPatience))
    // The timer fires on the main queue, which is the main actor's.
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.leaveChild(child.identifier, as: reason) }
    }
    timer.resume()
    sources.childTimer = timer
  }

  private func leaveChild(_ identifier: pid_t, as reason: TerminationReason) {
    guard let child, child.identifier == identifier else { return }
    childEnded(child, .signal(reason.signal))
  }

  private func reclaim() {
    marfa_set_foreground(device.output, getpgrp())
    guard holder != .nobody else { return }
    device.setModes(device.savedModes)
    device.discardInput()
    enter()
    holder = .program
    resumeInput(.child)
    adoptSize()
    onInput?([.event(.resize(size))])
  }
}

extension ChildCommand {
  /// The program as it was named.
  var name: String { arguments.first ?? "" }

  /// Calls with the arguments and the environment as C wants them.
  func withCStrings<Result>(
    _ body: (
      UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) -> Result
  ) -> Result {
    let own = environment.map { $0.map { "\($0.key)=\($0.value)" } }
    var argumentList = arguments.map { strdup($0) } + [nil]
    var environmentList = (own ?? Self.inherited()).map { strdup($0) } + [nil]
    defer { (argumentList + environmentList).forEach { free($0) } }
    return body(&argumentList, &environmentList)
  }

  private static func inherited() -> [String] {
    ProcessEnvironment.variables.map { "\($0.key)=\($0.value)" }
  }
}
