import CNcurses
import CTerminalGuard
import Dispatch
import Glibc
import TerminalUI

// MARK: - Job control

extension Terminal {
  /// Gives the terminal back permanently while the program still has work to do: nothing is read or
  /// shown any more, and signals are still taken.
  public func retire() {
    guard isActive else { return }
    // What was typed ahead is for the shell; a source that nobody reads would fire forever.
    pauseInput(.child)
    if device.isForeground { leave() }
    holder = .other
  }

  /// Gives the terminal back, stops the process group as Ctrl-Z does, and goes on after it; does
  /// nothing once a signal has asked for the end.
  public func suspend() {
    // It may have been asked for while what was typed was handled.
    defer { handleTakenSignals() }
    guard isActive, !isAskedToEnd() else { return }
    // In the background the terminal is another job's: stop without touching it.
    let isForeground = device.isForeground
    if isForeground { leave() }
    holder = .other
    // The group, so that a program which waits for this one stops with it.
    kill(0, SIGSTOP)
    // Here the process goes on.
    resume()
  }

  /// Signals that were taken from their pipe no longer announce themselves.
  func handleTakenSignals() {
    guard !sources.takenSignals.isEmpty else { return }
    // The main queue is the main actor's.
    DispatchQueue.main.async { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.handleSignals() }
    }
  }

  /// Takes the terminal again, once it is this process's; one that is to end in the background, or
  /// whose terminal is gone, leaves it alone.
  private func resume() {
    isOwnContinuation = true
    waitForForeground()
    guard device.isForeground || ending == .none else { return }
    enter()
    holder = .program
    // No SIGWINCH comes while stopped.
    adoptSize()
    onInput?([.event(.resize(size))])
  }

  /// A job that goes on in the background waits for the foreground, as by reading, unless it is to
  /// end: a shell lets a stopped job go on for that.
  private func waitForForeground() {
    var attempts = 0
    // The signal to end and that to go on may be taken by two threads.
    while !device.isForeground, !isAskedToEnd(within: 10), attempts < 100 {
      attempts += 1
      // The shell may have given it the terminal meanwhile, and would see a stop of its own job.
      guard !device.isForeground else { return }
      kill(0, SIGSTOP)
    }
  }

  /// SIGCONT without a stop of our own: somebody else may have used the terminal.
  func continued() {
    if isOwnContinuation {
      isOwnContinuation = false
      return
    }
    guard isActive, child == nil, device.isForeground else { return }
    // In the modes of the shell a Ctrl-s may have stopped what is written next.
    device.setModes(activeModes, moment: TCSANOW)
    endwin()
    enter()
    adoptSize()
    onInput?([.event(.resize(size))])
  }
}
