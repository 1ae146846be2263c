import Foundation
import MarfaSDK
import TestSupport
import Testing

/// The samples of the documentation's page on syncing, in its order.
@Suite(.timeLimit(.minutes(20))) struct SyncingPageTests {
  /// The code of a text without its white space, for comparisons.
  private func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `every sample of the page is compiled here`() throws {
    let tests = URL(filePath: #filePath)
    let root = (0..<4).reduce(tests) { url, _ in url.deletingLastPathComponent() }
    let page = try String(
      contentsOf: root.appending(path: "Sources/MarfaSDK/MarfaSDK.docc/Syncing.md"),
      encoding: .utf8)
    let compiled = words(try String(contentsOf: tests, encoding: .utf8))

    let samples = page.components(separatedBy: "```swift").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }

    #expect(samples.count == 3)
    for sample in samples { #expect(compiled.contains(words(sample)), "\(sample)") }
  }

  @Test func `a client is synced, and its queue is looked at`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let (url, key, path) = (server.url, server.key, folder.path + "/notes.sqlite")
      var shown: [String] = []
      func show(_ line: String) { shown.append(line) }

      let client = try await MarfaClient.synced(url: url, apiKey: key, storePath: path)
      await client.syncEngine?.start()

      let queue = try #require(client.mutationQueue)
      await client.syncEngine?.pause()
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": "x"]))
      for change in try await queue.fetchAll() {
        show("\(change.kind) of \(change.itemId ?? "-"): \(change.status)")
      }
      #expect(shown == ["createItem of \(note.id): pending"])

      try await client.store?.refuseMutation(
        id: queue.fetchAll()[0].id,
        MutationRefusal(code: "forbidden", message: "Not yours.", status: 403))
      shown = []
      for refused in try await queue.fetchRefused() {
        show(refused.message)
        try await queue.retryRefused(id: refused.id)
      }
      #expect(shown == ["Not yours."])
      #expect(try await queue.fetchAll().map(\.kind) == [.createItem])
      await client.syncEngine?.stop()
    }
  }
}
