import MarfaModel
import MarfaServer
import Testing

/// Events go from the commit to the streams of the process, and through the log where they cannot.
@Suite(.timeLimit(.minutes(20))) struct EventHandingTests {
  private typealias Setting = EventStreamTests.Setting

  @Test func `a commit of this process reaches a stream without a read of the log`()
    async throws
  {
    let setting = Setting()
    setting.log.append()

    try await setting.running {
      try await setting.streaming { frames, _ in
        _ = try await frames.next()
        // The hub follows the bus once it has told a stream of something.
        setting.log.append()
        setting.bus.publish()
        #expect(try await frames.nextId() == 2)
        let reads = setting.log.reads

        for id in 3...20 as ClosedRange<Int64> {
          setting.log.append()
          setting.bus.publish(setting.log.news())
          #expect(try await frames.nextId() == id)
        }
        #expect(setting.log.reads == reads)
      }
    }
  }

  @Test func `news with a gap before it sends the stream to the log, in its order`() async throws {
    let setting = Setting()

    try await setting.running {
      try await setting.streaming { frames, _ in
        _ = try await frames.next()
        setting.log.append()
        setting.bus.publish()
        #expect(try await frames.nextId() == 1)

        for _ in 0..<3 { setting.log.append() }
        setting.bus.publish(setting.log.news())
        setting.bus.publish(setting.log.news(of: 2))
        setting.log.append()
        setting.bus.publish(setting.log.news(of: 5))

        var ids: [Int64] = []
        while ids.last != 5 { ids.append(try await frames.nextId()) }
        #expect(ids == [2, 3, 4, 5])
      }
    }
  }

  @Test func `a stream of a running store has the events of each commit in the order of the log`()
    async throws
  {
    try await FlowServer.run { server in
      let first = try await server.note("0")
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET", "/events", headers: [server.authorization, "Last-Event-ID: 0"])
        _ = try await connection.receive(until: first)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...40 { group.addTask { _ = try await server.note("n\(number)") } }
          try await group.waitForAll()
        }
        _ = try await server.note("the last one")
        let text = try await connection.receive(until: "the last one")

        // A line at the start of a chunk follows "\r\n", which is one character.
        let ids = text.split(whereSeparator: \.isNewline).compactMap { line in
          line.hasPrefix("id: ") ? Int64(line.dropFirst(4)) : nil
        }
        #expect(ids == Array(2...42))
      }
    }
  }
}
