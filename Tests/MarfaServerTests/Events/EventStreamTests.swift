import Logging
import MarfaModel
import MarfaServer
import Testing

/// Streams over a log in memory: what is written, in which order, and when it ends.
@Suite(.timeLimit(.minutes(20))) struct EventStreamTests {
  /// A hub with everything round it under the test's hand.
  struct Setting {
    let log = MemoryEventLog()
    let bus = LocalEventBus()
    let clock = TickClock()
    let hub: EventHub

    init(subscribers: Int = 100) {
      hub = EventHub(
        log: log, types: { CoreTypes.registry }, bus: bus, clock: clock,
        limits: EventHub.Limits(subscribers: subscribers),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs the hub beside the test's steps.
    func running(_ steps: () async throws -> Void) async throws {
      let hub = hub
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await hub.run() }
        try await steps()
        group.cancelAll()
      }
    }

    /// Runs a stream beside the steps, which read what it writes.
    func streaming(
      from start: EventStream.Start = .now, filter: EventFilter = EventFilter(),
      access: any StoreAccess = FullAccess(),
      answers: SignalQueue<(any StoreAccess)?>? = nil,
      _ steps: (FrameReader, EventSubscription) async throws -> Void
    ) async throws {
      let frames = FrameReader()
      let subscription = try #require(try await hub.open { frames.cut() })
      let stream = EventStream(
        hub: hub, subscription: subscription, filter: filter, access: access,
        authority: { _ in
          guard let answers else { return FullAccess() }
          return try await answers.take()
        })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          var stream = stream
          await stream.runToEnd(from: start, to: frames)
        }
        defer {
          // The stream's task ends whatever became of the steps.
          subscription.end(.gone)
          frames.cut()
        }
        try await steps(frames, subscription)
      }
      await hub.close(subscription)
    }
  }

  @Test func `a stream opens with the newest id and goes on with what is committed`() async throws {
    let setting = Setting()
    setting.log.append()

    try await setting.running {
      try await setting.streaming { frames, _ in
        let first = try await frames.next()
        #expect(first == "id: 1\nevent: stream_cursor\ndata: {\"id\":\"1\"}")

        setting.log.append(data: "{\"n\":2}")
        setting.log.append(.itemUpdated, data: "{\"n\":3}")
        setting.bus.publish()
        #expect(try await frames.next() == "id: 2\nevent: item.created\ndata: {\"n\":2}")
        #expect(try await frames.next() == "id: 3\nevent: item.updated\ndata: {\"n\":3}")
      }
    }
  }

  @Test(arguments: [0, 1, 500, 999, 1_000])
  func `a resumed stream has every event after the last one, once`(last: Int64) async throws {
    let setting = Setting()
    for _ in 0..<1_000 { setting.log.append() }

    try await setting.running {
      try await setting.streaming(from: .after(String(last))) { frames, _ in
        _ = try await frames.next()
        for _ in 0..<10 { setting.log.append() }
        setting.bus.publish()

        var ids: [Int64] = []
        while ids.last != 1_010 { ids.append(try await frames.nextId()) }
        #expect(ids == Array(last + 1...1_010))
      }
    }
  }

  @Test(arguments: ["3", "-1", "abc", "11", "99999999999999999999"])
  func `an id that cannot be resumed ends the stream with the oldest one`(
    requested: String
  ) async throws {
    let setting = Setting()
    for _ in 0..<10 { setting.log.append() }
    _ = try await setting.log.pruneEvents(
      before: Timestamp(milliseconds: 0), keepingNewest: 5)

    try await setting.streaming(from: .after(requested)) { frames, _ in
      let record = try await frames.next()
      #expect(
        record == "event: catchup_too_old\n"
          + "data: {\"min_retained_id\":\"6\",\"requested\":\"\(requested)\"}")
      #expect(try await frames.next() == nil)
    }
  }

  @Test func `the last id before the oldest one can be resumed`() async throws {
    let setting = Setting()
    for _ in 0..<10 { setting.log.append() }
    _ = try await setting.log.pruneEvents(
      before: Timestamp(milliseconds: 0), keepingNewest: 5)

    try await setting.streaming(from: .after("5")) { frames, _ in
      _ = try await frames.next()
      #expect(try await frames.nextId() == 6)
    }
  }

  @Test func `only what was asked for and may be seen is written`() async throws {
    struct NotesOnly: StoreAccess {
      var isAdministrator: Bool { false }
      var isUnrestricted: Bool { false }
      var mayChangeTypes: Bool { false }
      var mayChangeProfile: Bool { false }
      func mayRead(type: String, in types: TypeRegistry) -> Bool { type == "core.note" }
      func mayWrite(type: String, in types: TypeRegistry) -> Bool { false }
      func mayRead(edgeType: String) -> Bool { edgeType == "about" }
      func mayWrite(edgeType: String) -> Bool { false }
      func mayRead(extension namespace: String) -> Bool { false }
      func mayWrite(extension namespace: String) -> Bool { false }
    }
    let setting = Setting()
    setting.log.append(type: "core.task")
    setting.log.append(type: "core.note")
    setting.log.append(.edgeCreated, edgeType: "about")
    setting.log.append(.edgeCreated, edgeType: "references")
    setting.log.append(.edgeCreated, type: "core.task", edgeType: "about")
    setting.log.append(.itemUpdated)

    try await setting.streaming(from: .after("0"), access: NotesOnly()) { frames, _ in
      _ = try await frames.next()
      var ids: [Int64] = []
      while ids.last != 6 { ids.append(try await frames.nextId()) }
      #expect(ids == [2, 3, 6])
    }
  }

  @Test func `a beat writes a comment and finds out about the key`() async throws {
    let setting = Setting()
    let answers = SignalQueue<(any StoreAccess)?>()
    answers.put(FullAccess())
    answers.put(nil)

    try await setting.running {
      try await setting.streaming(answers: answers) { frames, _ in
        _ = try await frames.next()
        setting.clock.tick(.seconds(30))
        #expect(try await frames.next() == ": ping")
        setting.clock.tick(.seconds(30))
        #expect(try await frames.next() == nil)
      }
    }
  }

  @Test func `a client that does not read is cut off after two beats and can resume`()
    async throws
  {
    let setting = Setting()

    try await setting.running {
      try await setting.streaming { frames, subscription in
        _ = try await frames.next()
        frames.block()
        setting.log.append()
        setting.bus.publish()
        try await frames.waitForBlockedWrite()

        setting.clock.tick(.seconds(30))
        setting.clock.tick(.seconds(30))
        #expect(try await frames.next() == nil)
        #expect(subscription.ending == .tooSlow)
      }
      try await setting.streaming(from: .after("0")) { frames, _ in
        _ = try await frames.next()
        #expect(try await frames.nextId() == 1)
      }
    }
  }

  @Test func `a heartbeat finds what a lost wake did not report`() async throws {
    let setting = Setting()

    try await setting.running {
      try await setting.streaming { frames, _ in
        _ = try await frames.next()
        setting.log.append()
        setting.clock.tick(.seconds(30))
        var id: Int64?
        while id == nil {
          let frame = try #require(try await frames.next())
          id = FrameReader.id(of: frame)
        }
        #expect(id == 1)
      }
    }
  }

  @Test func `no more streams open than may`() async throws {
    let setting = Setting(subscribers: 2)
    let first = try await setting.hub.open {}
    let second = try await setting.hub.open {}
    let third = try await setting.hub.open {}
    #expect(first != nil && second != nil && third == nil)

    if let first { await setting.hub.close(first) }

    #expect(try await setting.hub.open {} != nil)
  }

  @Test func `streams end when the hub does`() async throws {
    let setting = Setting()

    try await setting.streaming { frames, subscription in
      _ = try await frames.next()
      try await setting.running {}
      #expect(try await frames.next() == nil)
      #expect(subscription.ending == .shutdown)
    }
  }

  @Test func `one key has a share of the streams and no more`() async throws {
    let setting = Setting(subscribers: 100)
    var held: [EventSubscription] = []
    for _ in 0..<25 {
      held.append(try #require(try await setting.hub.open(for: "a") {}))
    }

    #expect(try await setting.hub.open(for: "a") {} == nil)
    #expect(try await setting.hub.open(for: "b") {} != nil)
    await setting.hub.close(held[0])
    #expect(try await setting.hub.open(for: "a") {} != nil)
  }
}
