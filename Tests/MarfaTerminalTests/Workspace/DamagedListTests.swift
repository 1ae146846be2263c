import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Testing

@MainActor
@Suite struct DamagedListTests {
  /// A store whose pages with titles are overwritten, which still opens.
  private func damaged(_ folder: TemporaryDirectory) async throws -> LocalStore {
    let path = folder.path + "/notes.sqlite"
    let whole = try LocalStore.open(path: path, environment: MarfaSDKTest.environment())
    _ = try await whole.createItems(
      (0..<400).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note",
            properties: ["body": .string("# Note \(number)\n" + String(repeating: "x", count: 900))]
          ))
      })
    let copy = folder.path + "/copy.sqlite"
    try await whole.backup(to: copy)
    var bytes = try Data(contentsOf: URL(filePath: copy))
    for start in stride(from: 4096, to: bytes.count, by: 4096) {
      let page = start..<start + 4096
      guard bytes[page].range(of: Data("Note 3".utf8)) != nil else { continue }
      bytes.replaceSubrange(page, with: Data(repeating: 0xA5, count: 4096))
    }
    try bytes.write(to: URL(filePath: copy))
    return try LocalStore.open(path: copy, environment: MarfaSDKTest.environment())
  }

  @Test func `a list whose rows cannot be read says so where they would stand`() async throws {
    let folder = try TemporaryDirectory()
    let fixture = try await ApplicationFixture(
      columns: 100, rows: 24, sdk: try await damaged(folder))

    #expect(fixture.application.workspace.list.window.error != nil)
    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[2].contains("The list cannot be read: "), "\(fixture.screen)")
    #expect(rows[2...4].joined().contains("damaged"), "\(fixture.screen)")
    #expect(!fixture.screen.contains("No notes yet"))
    #expect(!rows[0].contains("All notes  0"))
  }
}
