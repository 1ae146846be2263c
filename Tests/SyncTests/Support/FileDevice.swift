import Foundation
import MarfaSDK
import TestSupport
import Testing

/// A device over sockets whose store is a file.
struct FileDevice {
  let client: MarfaClient
  let store: LocalStore
  let attachments: AttachmentsNamespace

  init(_ url: URL, _ key: String, _ path: String) async throws {
    try await self.init(CurlTransport(url: url, apiKey: key), path)
  }

  init(_ transport: any Transport, _ path: String) async throws {
    store = try LocalStore.open(path: path)
    client = try await MarfaClient.synced(
      store: store, transport: transport, url: "http://127.0.0.1",
      lockPath: path + ".engine-lock", drainDebounceInterval: .zero, clock: HastyClock())
    attachments = try #require(client.attachments)
  }

  func events() throws -> SyncEventReader {
    SyncEventReader(try #require(client.syncEngine).events)
  }

  /// Starts the engine and waits until everything is where it belongs.
  func start() async throws {
    let events = try events()
    await client.syncEngine?.start()
    try await events.untilSynced()
  }

  func note(_ title: String) async throws -> Item {
    try await client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": .string(title), "body": ""]))
  }

  /// Waits until nothing is left to be sent.
  func untilSent(_ events: SyncEventReader) async throws {
    while try await !store.pendingMutations().isEmpty { _ = try await events.next { _ in true } }
  }
}
