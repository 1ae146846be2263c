import Foundation
import Testing

/// The table of `RecorderTests` has every way in which a person writes to the store.
@Suite(.timeLimit(.minutes(20))) struct RecorderTableTests {
  /// How the table calls a method that only others of the store call.
  private static let callers = [
    "attach": "files.add(", "detach": "files.remove(", "pauseUpload": "files.pause(",
    "resumeUpload": "files.resume(", "cancelUpload": "files.cancel(", "moveUpload": "files.move(",
    "bulk": "items.bulk(", "bulkAction": "items.bulkAction(",
  ]

  /// The methods that begin a transaction for a person, or for their caller.
  static func writers(in source: String) -> Set<String> {
    let begin =
      /\b(write|writeBriefly|performSynchronously) ?(\{|\(as: (\.person|\.document|origin)\))/
    var (writers, name): (Set<String>, String) = ([], "")
    for line in source.split(separator: "\n") where !line.contains("///") {
      if let found = line.firstMatch(of: /\bfunc (\w+)/) { name = String(found.1) }
      if line.contains(begin) { writers.insert(name) }
    }
    return writers
  }

  @Test func `a writer is found by how its transaction begins`() {
    let source = """
      func one() { try await write { $0.a() } }
      /// As `write {`
      func two() async throws {
        try await writeBriefly(as: .person) {
      func three() { try await write(as: .server) { $0.b() } }
      func four() { read { } }
      """

    #expect(Self.writers(in: source) == ["one", "two"])
  }

  @Test func `every way in which a person writes is in the table of the recorder`() throws {
    let store = Repository.root.appending(path: "Sources/MarfaSDK/Store")
    // What simulations call does the same steps, without an actor.
    let files = Repository.swiftFiles(below: store)
      .filter { !$0.lastPathComponent.hasPrefix("SynchronousStore") }
    var writers: Set<String> = []
    for file in files {
      writers.formUnion(Self.writers(in: try String(contentsOf: file, encoding: .utf8)))
    }
    try #require(writers.count > 30)
    let tests = Repository.root.appending(path: "Tests/MarfaSDKTests/Store/Queue")
    let table = try Repository.swiftFiles(below: tests)
      .filter { $0.lastPathComponent.hasPrefix("RecorderTests") }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()

    for writer in writers.sorted() {
      #expect(
        table.contains(Self.callers[writer] ?? ".\(writer)("),
        "\(writer) is not in RecorderTests: add a way, and the rows that it leaves")
    }
  }
}
