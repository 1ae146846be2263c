import Foundation
import Synchronization

/// Runs histories on all cores, one after the other, and says which seeds go wrong and why.
///
/// Usage: `Simulations full|documented|notes|asked|away|purging <first seed> <number> [<edits>]`,
/// from a release build. A line of its own, which begins with `seed`, reports each history that is
/// wrong; the status is then 1. Of one history alone each step is reported before.
@main struct LongRun: Sendable {
  let kind: History.Kind
  let first: UInt64
  let count: UInt64
  let edits: Int?

  /// A run as the command line asks for; nil where the line is none.
  init?(_ arguments: [String]) {
    guard (3...4).contains(arguments.count), let kind = History.Kind(rawValue: arguments[0]),
      let first = UInt64(arguments[1]), let count = UInt64(arguments[2])
    else { return nil }
    (self.kind, self.first, self.count) = (kind, first, count)
    edits = arguments.count == 4 ? Int(arguments[3]) : nil
  }

  static func main() {
    guard let run = LongRun(Array(CommandLine.arguments.dropFirst())) else {
      write(
        "usage: Simulations full|documented|notes|asked|away|purging FIRST-SEED COUNT [EDITS]",
        to: .standardError)
      exit(2)
    }
    exit(run.perform() == 0 ? 0 : 1)
  }

  /// What the workers share.
  private struct Progress {
    var next: UInt64 = 0
    var done: UInt64 = 0
    var wrong = 0
  }

  /// Runs all histories.
  ///
  /// - Returns: How many were wrong.
  func perform() -> Int {
    let progress = Mutex(Progress())
    let start = ContinuousClock.now
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
      while let number = progress.withLock({ next(in: &$0) }) {
        let line = wrongLine(seed: first + number)
        if let line { Self.write(line, to: .standardOutput) }
        progress.withLock { progress in
          progress.done += 1
          if line != nil { progress.wrong += 1 }
          if progress.done.isMultiple(of: 1_000) || progress.done == count {
            Self.write(Self.state(progress, of: count, since: start), to: .standardError)
          }
        }
      }
    }
    return progress.withLock { $0.wrong }
  }

  private func next(in progress: inout Progress) -> UInt64? {
    guard progress.next < count else { return nil }
    defer { progress.next += 1 }
    return progress.next
  }

  private func wrongLine(seed: UInt64) -> String? {
    do {
      var history = History(kind: kind, seed: seed)
      if let edits { history.edits = edits } else if kind == .notes { history.edits = 4 }
      if count == 1 { history.tell = { Self.write($0, to: .standardOutput) } }
      let problems = try history.problems()
      return problems.isEmpty ? nil : "seed \(seed): \(problems.prefix(5))"
    } catch {
      return "seed \(seed): \(error)"
    }
  }

  private static func state(
    _ progress: Progress, of count: UInt64, since start: ContinuousClock.Instant
  ) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = (Double(progress.done) / max(seconds, 0.001) * 10).rounded() / 10
    return "\(progress.done) of \(count), \(progress.wrong) wrong, \(rate) a second"
  }

  private static func write(_ line: String, to file: FileHandle) {
    file.write(Data((line + "\n").utf8))
  }
}
