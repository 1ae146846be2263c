import Foundation
import MarfaSDK
import TestSupport

/// A device that speaks to its server over a socket; its store is a file.
struct SocketDevice: Sendable {
  let client: MarfaClient
  let connection = ConnectionStateManager()

  init(url: URL, key: String, store path: String) async throws {
    client = try await MarfaClient.synced(
      url: url, apiKey: key, storePath: path, connectionManager: connection)
  }

  /// What the engine reports from now on.
  func events() throws -> SyncEventReader {
    guard let engine = client.syncEngine else { throw SyncEventReader.Ended() }
    return SyncEventReader(engine.events)
  }

  /// Starts the engine, and waits until everything is where it belongs.
  func start() async throws {
    let events = try events()
    await client.syncEngine?.start()
    try await events.untilSynced()
  }

  /// The bodies of all notes, by id.
  func bodies() async throws -> [String: String] {
    var bodies: [String: String] = [:]
    var filters = ListFilters(type: "core.note", limit: 200)
    repeat {
      let page = try await client.items.list(filters)
      for item in page.data { bodies[item.id] = item.properties["body"]?.stringValue ?? "" }
      filters.cursor = page.hasMore ? page.cursor : nil
    } while filters.cursor != nil
    return bodies
  }

  /// Waits until the store shows something, looking again after each event.
  func until(_ holds: @Sendable (MarfaClient) async throws -> Bool) async throws {
    let events = try events()
    while try await !holds(client) { _ = try await events.next { _ in true } }
  }
}
