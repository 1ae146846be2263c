import Documents
import Foundation
import MarfaSDK
import Synchronization

/// Clients of one loopback server, each with a copy of one document.
struct DocumentMeeting {
  let server: LoopbackServer
  let key: String

  init(_ server: LoopbackServer, key: String = "doc-1") {
    (self.server, self.key) = (server, key)
  }

  /// A client that is active and sends without waiting for more.
  func client(_ name: String, over line: DocumentLine? = nil) async throws -> Client {
    let options = ClientOptions(
      key: name, apiKey: server.key, syncLoopDuration: .zero,
      documentPollInterval: .milliseconds(20), retrySyncLoopDelay: .milliseconds(5),
      // A busy machine may be late: what never comes ends with the suite.
      reconnectStreamDelay: .milliseconds(5), attachTimeout: .seconds(1_000))
    let client =
      line.map { Client(transport: $0, options) } ?? Client(server.url.absoluteString, options)
    try await client.activate()
    return client
  }

  /// Somebody who takes part in the document.
  func join(
    _ name: String, _ presence: [String: String] = [:], _ mode: SyncMode = .realtime,
    sizeLimit: Int? = nil, over line: DocumentLine? = nil
  ) async throws -> Participant {
    let client = try await client(name, over: line)
    let document = Document(key: key, sizeLimit: sizeLimit)
    let heard = await DocumentHearing(document)
    try await client.attach(document, presence, mode)
    return Participant(client: client, document: document, heard: heard)
  }
}

/// A client, its copy of a document, and what the copy told.
struct Participant: Sendable {
  let client: Client
  let document: Document
  let heard: DocumentHearing

  /// The document as JSON.
  var json: String { get async { await document.toJSON() } }

  /// Bytes of what can be read, and of what orders it.
  var bytes: [Int] {
    get async {
      let live = await document.size.live
      return [live.data, live.meta]
    }
  }

  func update(_ updater: @Sendable (JSONObject, Presence) throws -> Void) async throws {
    try await document.update(updater)
  }

  /// Waits until the document is what it should be.
  func reaches(_ json: String) async { await heard.until { await document.toJSON() == json } }

  /// Exchanges once.
  func sync() async throws { try await client.sync(document) }
}

/// Everything that a document tells, in order.
final class DocumentHearing: Sendable {
  private let events = Mutex<[any DocEvent]>([])
  private let news: AsyncStream<Void>

  init(_ document: Document) async {
    let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.news = news
    let take: @Sendable (any DocEvent, Document) -> Void = { [weak self] event, _ in
      self?.events.withLock { $0.append(event) }
      continuation.yield()
    }
    await document.subscribe(take)
    await document.subscribePresence(.presence, take)
    await document.subscribeConnection(take)
    await document.subscribeSync(take)
    await document.subscribeStatus(take)
  }

  var all: [any DocEvent] { events.withLock { $0 } }

  /// The kinds of the events that were heard, of these kinds alone.
  func types(_ wanted: DocEventType...) -> [DocEventType] {
    all.map(\.type).filter(wanted.contains)
  }

  func forgetAll() { events.withLock { $0.removeAll() } }

  /// Waits until something holds; it is looked at after each event.
  func until(_ holds: () async -> Bool) async {
    if await holds() { return }
    for await _ in news where await holds() { return }
  }
}
