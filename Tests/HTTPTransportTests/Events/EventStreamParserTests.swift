import HTTPTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventStreamParserTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let events: [ServerSentEvent]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ events: [ServerSentEvent]) {
      self.name = name
      self.text = text
      self.events = events
    }
  }

  static let examples: [Example] = [
    Example(
      "the three examples of the standard",
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [
        ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event"),
        ServerSentEvent(data: " third event"),
      ]),
    Example(
      "data without a value, and an event that has not ended", "data\n\ndata\ndata\n\ndata:",
      [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
    Example(
      "a space after the colon is dropped once", "data:test\n\ndata: test\n\n",
      [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
    Example(
      "lines of data are joined", "event: note\ndata: a\ndata: b\n\n",
      [ServerSentEvent(event: "note", data: "a\nb")]),
    Example(
      "an id stays until another comes", "id: 7\ndata: a\n\ndata: b\n\nid: 8\ndata: c\n\n",
      [
        ServerSentEvent(id: "7", data: "a"), ServerSentEvent(id: "7", data: "b"),
        ServerSentEvent(id: "8", data: "c"),
      ]),
    Example(
      "an id without data is kept for the next event", "id: 7\n\ndata: b\n\n",
      [ServerSentEvent(id: "7", data: "b")]),
    Example(
      "an id with a NUL is none", "id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n",
      [ServerSentEvent(id: "7", data: "a"), ServerSentEvent(id: "7", data: "b")]),
    Example(
      "a name without data is dropped with its event", "event: x\n\ndata: a\n\n",
      [ServerSentEvent(data: "a")]),
    Example(
      "retry goes with the next event, and only digits count",
      "retry: 2500\n\ndata: a\n\ndata: b\nretry: 1s\n\n",
      [ServerSentEvent(data: "a", retry: 2500), ServerSentEvent(data: "b")]),
    Example(
      "comments and unknown fields are nothing", ": ping\nfoo: bar\ndata: a\n:\n\n",
      [ServerSentEvent(data: "a")]),
    Example(
      "all three line ends", "data: a\r\n\r\ndata: b\r\rdata: c\n\n",
      [ServerSentEvent(data: "a"), ServerSentEvent(data: "b"), ServerSentEvent(data: "c")]),
    Example(
      "a byte order mark at the start is no part of a name", "\u{FEFF}data: a\n\n",
      [ServerSentEvent(data: "a")]),
    Example("text beyond ASCII", "data: Tümmler 🐬\n\n", [ServerSentEvent(data: "Tümmler 🐬")]),
  ]

  @Test(arguments: examples)
  func `a stream is read as the standard says`(example: Example) throws {
    var parser = EventStreamParser()

    let events = try parser.feed(example.text.utf8)

    #expect(events == example.events)
  }

  @Test(arguments: examples)
  func `a stream may be split at any byte`(example: Example) throws {
    let bytes = Array(example.text.utf8)
    for place in 0...bytes.count {
      var parser = EventStreamParser()

      let events = try parser.feed(bytes[..<place]) + parser.feed(bytes[place...])

      #expect(events == example.events, "split at \(place)")
    }
  }

  @Test func `a stream may come in pieces of any size`() throws {
    let text = Self.examples.map(\.text).joined(separator: "\n\n")
    var whole = EventStreamParser()
    let expected = try whole.feed(text.utf8)
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var parser = EventStreamParser()
      var events: [ServerSentEvent] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...7, using: &random)
        events += try parser.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events == expected)
    }
  }

  @Test func `a resumed stream carries its id until another comes`() throws {
    var parser = EventStreamParser(lastEventID: "41")

    let events = try parser.feed("data: a\n\nid: 42\ndata: b\n\n".utf8)

    #expect(events.map(\.id) == ["41", "42"])
  }

  @Test func `an event larger than the limit is refused`() throws {
    var parser = EventStreamParser(limit: 64)
    _ = try parser.feed(("data: " + String(repeating: "x", count: 50) + "\n").utf8)

    #expect(throws: EventStreamParser.OversizedEvent(limit: 64)) {
      try parser.feed("data: more than it may be".utf8)
    }
  }
}
