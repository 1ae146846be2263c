import Foundation
import MarfaModel
import Synchronization

/// A client that makes notes in batches, changes one, and takes snapshots.
struct SyncDevice {
  let port: Int
  let authorization: String

  private static let ids = ItemIdGenerator()

  private var headers: [String] {
    [authorization, "Content-Type: application/json", "Prefer: return=minimal"]
  }

  // MARK: - Requests

  /// A batch of creations with the ids of its notes; the batch has each id twice.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - words: How many words each note has.
  /// - Returns: The bytes of the request, and the ids in their order.
  func creations(_ count: Int, words: Int) -> (bytes: [UInt8], ids: [String]) {
    let ids = (0..<count).map { _ in Self.ids.nextId() }
    let entries = ids.enumerated().map { index, id in
      #"""
      {"id":"c\#(id)","method":"POST","path":"/items","body":{"id":"\#(id)","type":"core.note",\#
      "tags":["tag\#(index % 50)","all","batch"],\#
      "properties":{"title":"note \#(index)","body":"\#(Self.text(words, index))"}}}
      """#
    }
    let bytes = LoopbackClient.bytes(
      "POST /mutations", headers: headers,
      body: "{\"mutations\":[\(entries.joined(separator: ","))]}")
    return (bytes, ids)
  }

  /// Waits until the words of everything that was written are indexed, which the server does in
  /// pauses and before a search.
  func settle() throws {
    for _ in 0..<120 {
      let start = ContinuousClock.now
      let answer = try LoopbackClient.request(
        port: port, "GET /search?q=heron", headers: [authorization])
      guard answer.head.hasPrefix("HTTP/1.1 200") else {
        throw LoopbackClient.Failure(what: answer.body)
      }
      if ContinuousClock.now - start < .milliseconds(100) { return }
    }
  }

  /// A change of a note's title.
  func titleChange(of id: String, to title: String) -> [UInt8] {
    LoopbackClient.bytes(
      "PATCH /items/\(id)", headers: headers, body: #"{"properties":{"title":"\#(title)"}}"#)
  }

  /// Fourteen megabytes: one note, which is too large, or a batch of fourteen.
  func largeBody(isStored: Bool) -> [UInt8] {
    let text = Self.text(140_000, 3).prefix(1_000_000)
    guard isStored else {
      return LoopbackClient.bytes(
        "POST /items", headers: headers,
        body: """
          {"type":"core.note","properties":{"body":"\(String(repeating: String(text), count: 14))"}}
          """)
    }
    // The same each time: later ones are answered from the first answers.
    let id = Self.ids.nextId()
    let entries = (0..<14).map {
      #"{"id":"l\#(id)\#($0)","method":"POST","path":"/items","body":{"type":"core.note","#
        + #""properties":{"body":"\#(text)"}}}"#
    }
    return LoopbackClient.bytes(
      "POST /mutations", headers: headers,
      body: "{\"mutations\":[\(entries.joined(separator: ","))]}")
  }

  /// Makes a note.
  ///
  /// - Returns: Its id.
  func newNote(words: Int) throws -> String {
    let id = Self.ids.nextId()
    let answer = try LoopbackClient.request(
      port: port, "POST /items", headers: headers,
      body: #"{"id":"\#(id)","type":"core.note","properties":{"body":"\#(Self.text(words, 7))"}}"#)
    guard answer.head.hasPrefix("HTTP/1.1 201") else {
      throw LoopbackClient.Failure(what: answer.body)
    }
    return id
  }

  /// Makes notes of 200 words with three tags, and one and a half edges for each.
  func fill(_ count: Int) throws {
    var made = 0
    while made < count {
      let size = min(500, count - made)
      let ids = (0..<size).map { _ in Self.ids.nextId() }
      let items = ids.enumerated().map { index, id in
        #"{"id":"\#(id)","type":"core.note","tags":["tag\#(index % 50)","all","fill"],"#
          + #""properties":{"title":"note","body":"\#(Self.text(200, made + index))"}}"#
      }
      try post("/items/bulk", "{\"atomic\":false,\"items\":[\(items.joined(separator: ","))]}")
      let edges = (0..<size * 3 / 2).map { index in
        #"{"source_id":"\#(ids[index % size])","edge_type":"about","#
          + #""target_id":"\#(ids[(index % size + 1 + index / size) % size])"}"#
      }
      if size > 3 {
        try post("/edges/bulk", "{\"atomic\":false,\"edges\":[\(edges.joined(separator: ","))]}")
      }
      made += size
    }
  }

  private func post(_ path: String, _ body: String) throws {
    let answer = try LoopbackClient.request(
      port: port, "POST \(path)", headers: headers, body: body)
    guard answer.head.hasPrefix("HTTP/1.1 2"), !answer.body.contains("\"error\":{") else {
      throw LoopbackClient.Failure(what: String(answer.body.prefix(2_000)))
    }
  }

  /// Words that are the same for the same seed; few are frequent, as in life.
  private static func text(_ words: Int, _ seed: Int) -> String {
    var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    var text = ""
    text.reserveCapacity(words * 8)
    for _ in 0..<words {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let share = Double(state >> 40) / Double(1 << 24)
      text += "word\(Int(4_000 * share * share * share)) "
    }
    return text
  }

  /// How many active items the server has.
  func itemCount() throws -> Int {
    let answer = try LoopbackClient.request(
      port: port, "GET /items/stats", headers: [authorization])
    let stats = try JSONParser.parse(answer.body.utf8)
    guard let count = stats.objectValue?["active"]?.integerValue else {
      throw LoopbackClient.Failure(what: answer.body)
    }
    return Int(count)
  }

  // MARK: - Snapshot

  /// Takes everything.
  ///
  /// - Returns: How many lines of items and of edges there were.
  func snapshot() throws -> (items: Int, edges: Int) {
    let socket = try LoopbackClient.connect(port: port)
    defer { close(socket) }
    var reader = SnapshotReader(socket, headers: [authorization])
    try reader.read()
    return (reader.items, reader.edges)
  }

  // MARK: - Two at once

  /// Does something while another thread sends one request after the other.
  ///
  /// - Parameters:
  ///   - makeLoad: Makes the load, on the other thread.
  ///   - work: What is done meanwhile.
  /// - Throws: What the work throws, or the load.
  func beside(
    _ makeLoad: @escaping @Sendable (SyncDevice) throws -> RequestLoad,
    work: () throws -> Void
  ) throws {
    let state = SideState()
    let thread = Thread {
      do {
        let load = try makeLoad(self)
        while !state.hasEnded.load(ordering: .relaxed) { try load.run(load.count) }
      } catch {
        state.failure.withLock { $0 = "\(error)" }
      }
      state.done.signal()
    }
    thread.start()
    let result = Result { try work() }
    state.hasEnded.store(true, ordering: .relaxed)
    state.done.wait()
    try result.get()
    if let failure = state.failure.withLock({ $0 }) {
      throw LoopbackClient.Failure(what: String(failure.prefix(2_000)))
    }
  }

  private final class SideState: Sendable {
    let hasEnded = Atomic(false)
    let failure = Mutex<String?>(nil)
    let done = DispatchSemaphore(value: 0)
  }
}
