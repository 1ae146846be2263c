import Foundation
import Testing

/// What holds for the sources of the tests themselves.
@Suite(.timeLimit(.minutes(20))) struct TestSourceTests {
  private func sources() throws -> [(path: String, lines: [Substring])] {
    let tests = Repository.root.appending(path: "Tests")
    return try Repository.swiftFiles(below: tests).map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return (
        String(file.path.dropFirst(tests.path.count + 1)),
        text.split(separator: "\n", omittingEmptySubsequences: false)
      )
    }
  }

  @Test func `a test that needs a program of ours fails where it was not built`() throws {
    let own = ["isBuilt", "ProgramRun.built", "ProgramRun.server", "ProgramRun.marfa", "probe"]

    for (path, lines) in try sources() where !path.hasSuffix("TestSourceTests.swift") {
      for (index, line) in lines.enumerated() where line.contains(".enabled(") {
        let condition = lines[index..<min(index + 3, lines.count)].joined()
        #expect(
          !own.contains(where: condition.contains), "\(path):\(index + 1) is skipped: \(condition)")
      }
    }
  }

  @Test func `no test spins until something holds`() throws {
    let spin = /while\b.*\{\s*await Task\.yield\(\)\s*\}/

    for (path, lines) in try sources() where !path.hasSuffix("TestSourceTests.swift") {
      for (index, line) in lines.enumerated() {
        #expect(line.firstMatch(of: spin) == nil, "\(path):\(index + 1): \(line)")
      }
    }
  }

  /// The files of tests that let time pass: to type as a person does, to look at a transfer again
  /// and again, and to try again after a hundredth of the time.
  private static let sleeping: Set = [
    "MarfaCommandLineTests/Attachments/InterruptedUpload.swift",
    "MarfaTerminalTests/RealTerminal/TypingTogetherTests.swift",
    "SyncTests/Support/HastyClock.swift",
  ]

  @Test func `no other tests sleep`() throws {
    let sleep = /usleep\(|nanosleep\(|\b(Task|Thread|ContinuousClock\(\))\.sleep\(/

    let found = try sources().filter { path, lines in
      !path.hasSuffix("TestSourceTests.swift")
        && lines.contains { $0.firstMatch(of: sleep) != nil }
    }

    #expect(Set(found.map(\.path)) == Self.sleeping)
  }

  /// How many files of tests see what a module keeps to itself; the number may only fall.
  ///
  /// Their subjects are values inside a module, which `package` would show to all other modules.
  private static let mostTestable = 114

  @Test func `no more tests than before see the inside of a module`() throws {
    let files = try sources().filter { $0.lines.contains { $0.hasPrefix("@testable import") } }

    #expect(files.count <= Self.mostTestable, "\(files.map(\.path).sorted())")
  }
}
