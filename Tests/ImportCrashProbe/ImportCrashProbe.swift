// Runs a command and kills itself with SIGKILL when a number of ids have been minted, which is in
// the midst of a transaction.
//
// Usage: ImportCrashProbe <ids> <command>…, with the environment of the command.

import Foundation
import MarfaCommandLine
import MarfaSDK
import Synchronization

/// Random numbers that end the process.
final class DeadlyRandomness: RandomNumberGenerator, Sendable {
  private let left: Atomic<Int>

  init(after count: Int) { left = Atomic(count) }

  func next() -> UInt64 {
    if left.subtract(1, ordering: .relaxed).newValue <= 0 { kill(getpid(), SIGKILL) }
    return UInt64.random(in: .min ... .max)
  }
}

@main
enum ImportCrashProbe {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let count = arguments.first.flatMap({ Int($0) }) else { exit(2) }
    var host = CommandHost.process(environment: ProcessInfo.processInfo.environment)
    host.ids = ItemIdGenerator(randomness: DeadlyRandomness(after: count))
    exit(await CommandLineProgram.run(Array(arguments.dropFirst()), host: host))
  }
}
