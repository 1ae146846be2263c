import Dispatch
import Foundation
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct DirectoryWatcherTests {
  /// The names told until one is among them.
  private func names(
    in directory: TemporaryDirectory, until name: String, _ act: () throws -> Void
  ) async throws -> Set<String> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Set<String>.self, bufferingPolicy: .unbounded)
    let watcher = try DirectoryWatcher(
      directory: directory.path, queue: DispatchQueue(label: "watcher")
    ) { continuation.yield($0) }
    defer { watcher.cancel() }
    try act()
    var seen: Set<String> = []
    for await names in stream {
      seen.formUnion(names)
      if seen.contains(name) { break }
    }
    return seen
  }

  @Test func `a write in place is reported`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "config.yaml")

    let names = try await names(in: directory, until: "config.yaml") {
      try directory.write("new", to: "config.yaml")
    }

    #expect(names == ["config.yaml"])
  }

  @Test func `a file renamed over the old one is reported`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "config.yaml")

    let names = try await names(in: directory, until: "config.yaml") {
      try AtomicFile.write("new", to: directory.path + "/config.yaml")
    }

    #expect(names.contains("config.yaml"))
  }

  @Test func `a second write after a rename is reported too`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/config.yaml"
    try AtomicFile.write("1", to: path)

    let names = try await names(in: directory, until: "last") {
      try AtomicFile.write("2", to: path)
      try AtomicFile.write("3", to: path)
      try directory.write("", to: "last")
    }

    #expect(names.contains("config.yaml"))
  }

  @Test func `a missing directory is an error`() {
    #expect(throws: DirectoryWatcherError(code: 2, directory: "/nowhere/at/all")) {
      try DirectoryWatcher(directory: "/nowhere/at/all", queue: .main) { _ in }
    }
  }
}
