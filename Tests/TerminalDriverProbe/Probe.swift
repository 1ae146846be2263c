import Foundation
import TerminalDriver
import TerminalUI

/// A small full-screen program for the tests of the terminal: it shows what arrives.
@main struct Probe {
  static func main() {
    // A synchronous main keeps the main actor on the main thread.
    MainActor.assumeIsolated { ProbeApplication.start() }
    RunLoop.main.run()
  }
}
