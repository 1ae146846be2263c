import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct DocumentHubTests {
  private static func watcher(
    _ client: String, _ documents: Int64..., owner: String = "key", item: String? = nil,
    isObserver: Bool = false
  ) -> DocumentWatcher {
    DocumentWatcher(
      client: client, isObserver: isObserver, owner: owner,
      documents: documents.map {
        DocumentWatcher.Document(number: $0, key: "document \($0)", itemId: item, sequence: 5)
      }, cut: {})
  }

  private static func notice(
    _ client: String?, _ document: Int64 = 1, sequence: Int64 = 5, isChanged: Bool = false,
    _ presence: PresenceNotice? = nil
  ) -> DocumentNotice {
    DocumentNotice(
      document: document, key: "document \(document)", sequence: sequence, client: client,
      isChanged: isChanged, presence: presence)
  }

  private static func heard(_ watcher: DocumentWatcher) -> [DocumentEvent] {
    watcher.drain().map(\.event)
  }

  @Test func `a new stream hears who is there, and those hear of it`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, second) = (Self.watcher("a", 1), Self.watcher("b", 1))
    #expect(hub.open(first))
    hub.publish(Self.notice("a", 1, .here(["name": "Ana"])))

    #expect(hub.open(second))

    #expect(
      Self.heard(first) == [
        .initialized(sequence: 5, clients: [:]), .watched(client: "b", presence: [:]),
      ])
    #expect(Self.heard(second) == [.initialized(sequence: 5, clients: ["a": ["name": "Ana"]])])
    hub.close(second)
    #expect(Self.heard(first) == [.unwatched(client: "b")])
    #expect(hub.count == 1)
  }

  @Test func `the last word of a person is heard last, however slowly one listens`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (slow, bo) = (Self.watcher("a", 1, isObserver: true), Self.watcher("b", 1))
    #expect(hub.open(slow))
    // Who attaches says something of itself before it watches.
    hub.publish(Self.notice("b", 1, .here([:])))
    #expect(hub.open(bo))
    hub.publish(Self.notice("b", 1, .here(["name": "Bo"])))

    #expect(
      Self.heard(slow) == [
        .initialized(sequence: 5, clients: [:]), .watched(client: "b", presence: [:]),
        .presence(client: "b", values: ["name": "Bo"]),
      ])
  }

  @Test func `a change is heard before the presence that came with it, at one signal`() async {
    let hub = DocumentHub(streams: 9, share: 9)
    let (ana, bo) = (Self.watcher("a", 1), Self.watcher("b", 1))
    #expect(hub.open(ana) && hub.open(bo))
    _ = (Self.heard(ana), Self.heard(bo))
    let heard = Task.immediate {
      let signal = await bo.next()
      return (signal, Self.heard(bo))
    }

    hub.publish(Self.notice("a", 1, sequence: 6, isChanged: true, .here(["head": "1"])))

    let (signal, events) = await heard.value
    #expect(signal == .events)
    #expect(
      events == [
        .changed(sequence: 6, client: "a"), .presence(client: "a", values: ["head": "1"]),
      ])
    #expect(Self.heard(ana) == [])
  }

  @Test func `an observer hears who is there, and is not there`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, observer, note) = (
      Self.watcher("a", 1), Self.watcher("b", 1, isObserver: true), Self.watcher("b", 1)
    )
    #expect(hub.open(first))
    hub.publish(Self.notice("a", 1, .here(["name": "Ana"])))
    _ = Self.heard(first)

    #expect(hub.open(observer))
    #expect(Self.heard(first) == [])
    #expect(Self.heard(observer) == [.initialized(sequence: 5, clients: ["a": ["name": "Ana"]])])

    #expect(hub.open(note))
    #expect(Self.heard(first) == [.watched(client: "b", presence: [:])])
    hub.close(note)
    #expect(Self.heard(first) == [.unwatched(client: "b")])
    let late = Self.watcher("c", 1)
    #expect(hub.open(late))
    #expect(Self.heard(late) == [.initialized(sequence: 5, clients: ["a": ["name": "Ana"]])])
    #expect(Self.heard(observer) == [.watched(client: "c", presence: [:])])

    hub.close(observer)
    #expect(Self.heard(first) == [.watched(client: "c", presence: [:])])
  }

  @Test func `a second stream of a client is no news, nor is the end of one of two`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, second, third) = (
      Self.watcher("a", 1), Self.watcher("b", 1), Self.watcher("b", 1)
    )
    for watcher in [first, second] { #expect(hub.open(watcher)) }
    _ = Self.heard(first)

    #expect(hub.open(third))
    hub.close(second)
    #expect(Self.heard(first) == [])
    hub.close(third)

    #expect(Self.heard(first) == [.unwatched(client: "b")])
  }

  @Test func `changes are for the others, and only for those who watch that document`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (both, other) = (Self.watcher("a", 1, 2), Self.watcher("b", 2))
    for watcher in [both, other] { #expect(hub.open(watcher)) }
    for watcher in [both, other] { _ = Self.heard(watcher) }

    hub.publish(Self.notice("a", 2, sequence: 6, isChanged: true))
    hub.publish(Self.notice("c", 1, sequence: 9, isChanged: true))

    #expect(Self.heard(other) == [.changed(sequence: 6, client: "a")])
    #expect(Self.heard(both) == [.changed(sequence: 9, client: "c")])
  }

  @Test func `participants get small changes with the event, only in order`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (reader, observer) = (Self.watcher("a", 1), Self.watcher("o", 1, isObserver: true))
    for watcher in [reader, observer] {
      #expect(hub.open(watcher))
      _ = Self.heard(watcher)
    }
    var notice = Self.notice("b", sequence: 7, isChanged: true)
    notice.pack = "seven"

    hub.publish(notice)

    #expect(Self.heard(reader) == [.changed(sequence: 7, client: "b", pack: "seven")])
    #expect(Self.heard(observer) == [.changed(sequence: 7, client: "b")])
    (notice.sequence, notice.pack) = (6, "six")
    hub.publish(notice)
    #expect(Self.heard(reader) == [.changed(sequence: 7, client: "b")])
  }

  @Test func `news that was not heard yet is replaced by newer news`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let slow = Self.watcher("a", 1)
    #expect(hub.open(slow))
    _ = Self.heard(slow)

    for sequence in 6...500 {
      hub.publish(Self.notice("b", sequence: Int64(sequence), isChanged: true))
      hub.publish(Self.notice("b", sequence: Int64(sequence), .here(["at": "\(sequence)"])))
    }

    #expect(
      Self.heard(slow) == [
        .changed(sequence: 500, client: "b"), .presence(client: "b", values: ["at": "500"]),
      ])
  }

  @Test func `a change that watchers know is not reported again`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let watcher = Self.watcher("a", 1, item: "item")
    #expect(hub.open(watcher))
    _ = Self.heard(watcher)
    #expect(hub.documents(ofItem: "item") == [1])

    hub.publish(Self.notice(nil, sequence: 5))
    #expect(Self.heard(watcher) == [])
    hub.publish(Self.notice(nil, sequence: 6))

    #expect(Self.heard(watcher) == [.changed(sequence: 6, client: nil)])
    hub.close(watcher)
    #expect(hub.documents(ofItem: "item") == [])
  }

  @Test func `a returning client has no presence until it reports one`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, second, again) = (
      Self.watcher("a", 1), Self.watcher("b", 1), Self.watcher("b", 1)
    )
    for watcher in [first, second] { #expect(hub.open(watcher)) }
    hub.publish(Self.notice("b", 1, .here(["name": "Ben"])))
    hub.close(second)
    _ = Self.heard(first)

    #expect(hub.open(again))

    #expect(Self.heard(first) == [.watched(client: "b", presence: [:])])
  }

  @Test func `a client that has left has no presence`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let first = Self.watcher("a", 1)
    #expect(hub.open(first))
    hub.publish(Self.notice("b", 1, .here(["name": "Ben"])))
    hub.publish(Self.notice("b", 1, .gone))
    #expect(Self.heard(first).last == .presence(client: "b", values: nil))
    let again = Self.watcher("b", 1)

    #expect(hub.open(again))

    #expect(Self.heard(first) == [.watched(client: "b", presence: [:])])
  }

  @Test func `a client without presence stays there when a request that said so comes twice`() {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, second) = (Self.watcher("a", 1), Self.watcher("b", 1))
    for watcher in [first, second] { #expect(hub.open(watcher)) }
    _ = Self.heard(first)

    hub.publish(Self.notice("b", 1, .gone))

    #expect(Self.heard(first).isEmpty)
  }

  @Test func `streams are limited, and those of one key again`() {
    let hub = DocumentHub(streams: 3, share: 2)
    let watchers = [
      Self.watcher("a", 1), Self.watcher("b", 1), Self.watcher("c", 1),
      Self.watcher("d", 1, owner: "other"), Self.watcher("e", 1, owner: "third"),
    ]

    #expect(watchers.map { hub.open($0) } == [true, true, false, true, false])
    #expect(hub.limit(of: "key") == 2)
    #expect(hub.limit(of: "third") == 3)
  }

  @Test func `a stream that nobody reads is cut at the second beat of a write`() async throws {
    let ends = SignalQueue<Void>()
    let watcher = DocumentWatcher(client: "a", owner: "key", documents: []) { ends.put(()) }

    try await watcher.writing {
      watcher.beat(1)
      watcher.beat(2)
    }

    try await ends.take()
    #expect(await watcher.next() == .end)
  }

  @Test func `a closed hub ends its streams and those that come later`() async {
    let hub = DocumentHub(streams: 9, share: 9)
    let (first, second) = (Self.watcher("a", 1), Self.watcher("b", 1))
    #expect(hub.open(first))

    hub.close()
    #expect(hub.open(second))

    #expect(await first.next() == .end)
    #expect(await second.next() == .end)
  }
}
