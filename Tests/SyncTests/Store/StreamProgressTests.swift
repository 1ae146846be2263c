import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct StreamProgressTests {
  private static func frame(_ newest: String, id: String? = nil) -> SSEEvent {
    SSEEvent(id: id, event: "stream_cursor", data: #"{"id":"\#(newest)"}"#)
  }

  private static func event(_ id: String) -> SSEEvent {
    SSEEvent(id: id, event: "item.updated", data: "{}")
  }

  @Test func `a stream has brought everything when the event has passed that it named first`() {
    var progress = StreamProgress(from: "3", isCertain: true)

    let rests = [
      [], [Self.frame("5")], [Self.event("4")], [Self.event("5"), Self.event("6")],
      [Self.event("7")],
    ]
    .map { events in
      progress.take(events)
      return progress.rest
    }

    #expect(rests == [.unsaid, .announced, .announced, .none, .none])
    #expect(progress.place == "7")
  }

  @Test(
    arguments: [
      (place: "5", frame: frame("5")), (nil, frame("5", id: "5")), ("5", frame("5", id: "5")),
      // A frame that names nothing announces nothing.
      ("5", SSEEvent(id: "5", event: "stream_cursor", data: "{}")),
      ("5", SSEEvent(event: "stream_cursor", data: "no JSON")),
    ] as [(place: String?, frame: SSEEvent)])
  func `nothing is to come of a stream that begins at its newest event`(
    place: String?, frame: SSEEvent
  ) {
    var progress = StreamProgress(from: place, isCertain: true)

    progress.take([frame])

    #expect(progress.rest == .none)
  }

  @Test func `of a server that does not tell everything nobody knows what is to come`() {
    var progress = StreamProgress(from: "3", isCertain: false)

    let rests = [[], [Self.frame("5")], [Self.event("4")], [Self.event("5")]].map { events in
      progress.take(events)
      return progress.rest
    }

    #expect(rests == [.possible, .possible, .possible, .none])
  }
}
