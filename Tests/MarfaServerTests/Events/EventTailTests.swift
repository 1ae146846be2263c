import MarfaModel
import MarfaServer
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventTailTests {
  private static func events(_ ids: ClosedRange<Int64>, data: String = "{}") -> [StoredEvent] {
    ids.map {
      StoredEvent(
        id: $0, name: .itemCreated, data: data, itemId: "i", itemType: "core.note",
        createdAt: Timestamp(milliseconds: 0))
    }
  }

  @Test(
    arguments: [
      (10, [11, 12, 13]), (11, [12, 13]), (13, []), (99, []), (9, nil), (0, nil),
    ] as [(Int64, [Int64]?)])
  func `a place within the tail has what follows, an older one only the log has`(
    id: Int64, expected: [Int64]?
  ) {
    var tail = EventTail(at: 10, types: CoreTypes.registry)
    tail.append(Self.events(11...13), types: CoreTypes.registry)

    #expect(tail.events(after: id)?.map(\.event.id) == expected)
    #expect(tail.newest == 13)
  }

  @Test func `the oldest go when there are too many`() {
    var tail = EventTail(at: 0, types: CoreTypes.registry)

    tail.append(Self.events(1...300), types: CoreTypes.registry)

    #expect(tail.entries.count == 256)
    #expect(tail.start == 44)
    #expect(tail.events(after: 43) == nil)
    #expect(tail.events(after: 44)?.first?.event.id == 45)
  }

  @Test func `the oldest go when there are too many bytes`() {
    var tail = EventTail(at: 0, types: CoreTypes.registry)
    let large = String(repeating: "x", count: 1 << 20)

    tail.append(Self.events(1...10, data: large), types: CoreTypes.registry)

    #expect(tail.entries.map(\.event.id) == [8, 9, 10])
    #expect(tail.start == 7)
    #expect(tail.newest == 10)
  }
}

@Suite(.timeLimit(.minutes(20))) struct EventFrameTests {
  @Test func `an event is an id, a name and one line of data`() {
    let event = StoredEvent(
      id: 7, name: .itemUpdated, data: "{\"id\":\"i\"}", itemId: "i", itemType: "core.note",
      createdAt: Timestamp(milliseconds: 0))

    #expect(
      String(buffer: EventFrame.event(event))
        == "id: 7\nevent: item.updated\ndata: {\"id\":\"i\"}\n\n")
  }

  @Test func `a resumed stream names the newest event but not as its place`() {
    #expect(
      String(buffer: EventFrame.cursor(9, resumes: false))
        == "id: 9\nevent: stream_cursor\ndata: {\"id\":\"9\"}\n\n")
    #expect(
      String(buffer: EventFrame.cursor(9, resumes: true))
        == "event: stream_cursor\ndata: {\"id\":\"9\"}\n\n")
  }

  @Test func `a client that is too late is notified without an id`() {
    #expect(
      String(buffer: EventFrame.tooOld(minimum: 5, requested: "a\n\"b"))
        == "event: catchup_too_old\n"
        + "data: {\"min_retained_id\":\"5\",\"requested\":\"a\\n\\\"b\"}\n\n")
  }
}
