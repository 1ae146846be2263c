import Documents
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// What subscribers of a document hear.
@Suite(.timeLimit(.minutes(20))) struct DocumentEventTests {
  /// The steps of changes, own and others', as somebody hears them.
  private final class Steps: Sendable {
    private let heard = Mutex<[OpInfo]>([])

    var all: [OpInfo] { heard.withLock { $0 } }

    func take(_ event: any DocEvent) {
      let steps =
        (event as? LocalChangeEvent)?.value.operations
        ?? (event as? RemoteChangeEvent)?.value.operations ?? []
      heard.withLock { $0 += steps }
    }
  }

  private func steps(of heard: DocumentHearing) -> [OpInfo] {
    let steps = Steps()
    for event in heard.all { steps.take(event) }
    return steps.all
  }

  @Test func `DOC-E01 E02 the steps of an update are the same here and at the others`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")

      try await one.update { root, _ in
        root.counter = JSONCounter(value: 0)
        root.todos = ["a", "b", "c"]
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "hello")
        root.obj = ["name": "x"]
        try root.jsonObject("obj")?.set("score", to: ["n": 1])
        try root.remove("obj")
      }
      #expect(steps(of: one.heard).count == 7)
      try await one.update { root, _ in
        try root.jsonCounter("counter")?.increase(value: 1)
        try root.jsonArray("todos")?.append("d")
        try root.jsonArray("todos")?.moveAfter(1, 0)
        try root.jsonText("text")?.setStyle(0, 5, ["bold": "true"])
      }

      let json = await one.json
      await two.reaches(json)
      let local = steps(of: one.heard)
      #expect(
        local.map(\.path)
          == [
            "$", "$", "$", "$.text", "$", "$.obj", "$", "$.counter", "$.todos", "$.todos", "$.text",
          ])
      #expect(steps(of: two.heard) == local)
      #expect(local[8] == .add(path: "$.todos", index: 3))
      #expect(local[9] == .move(path: "$.todos", previousIndex: 0, index: 1))
      let messages = two.heard.all.compactMap { ($0 as? RemoteChangeEvent)?.value.actorID }
      #expect(Set(messages) == [await one.document.actorID])
    }
  }

  @Test func `DOC-E03 E04 a subscriber of a path hears that path alone`() async throws {
    let document = Document(key: "doc-1")
    let (todos, first, inner) = (Steps(), Steps(), Steps())
    await document.subscribe("$.todos") { event, _ in todos.take(event) }
    await document.subscribe("$.todos.0") { event, _ in first.take(event) }
    await document.subscribe("$.obj.c1") { event, _ in inner.take(event) }

    try await document.update { root, _ in
      root.todos = [["text": "a"]]
      root.obj = ["c1": ["v": 1]]
    }
    #expect(todos.all.isEmpty && first.all.isEmpty && inner.all.isEmpty)
    try await document.update { root, _ in
      try root.jsonArray("todos")?.append(["text": "b"])
      try (root.jsonArray("todos")?[0] as? JSONObject)?.set("done", to: true)
      try root.jsonObject("obj")?.jsonObject("c1")?.set("v", to: 2)
    }
    #expect(todos.all.count == 2)
    #expect(first.all.map(\.path) == ["$.todos.0"])
    #expect(inner.all.map(\.path) == ["$.obj.c1"])

    await document.unsubscribe("$.todos")
    try await document.update { root, _ in try root.jsonArray("todos")?.append(1) }
    #expect(todos.all.count == 2)
  }

  @Test func `DOC-E05 a selection stays at its characters while others type`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "hello world")
      }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual)

      let selection = try #require(
        try await one.document.read { try $0.jsonText("text")?.indexRangeToPosRange(6..<11) })
      try await two.update { root, _ in try root.jsonText("text")?.edit(0, 0, "Oh, ") }
      let range = await two.document.read { $0.jsonText("text")?.posRangeToIndexRange(selection) }

      #expect(range == 10..<15)
    }
  }

  @Test func `DOC-H34 an undo that is asked for within an update comes after it`() async throws {
    // What edits has no way to wait, so that it cannot undo; what it starts waits for its end.
    let document = Document(key: "doc-1")
    try await document.update { root, _ in root.a = 1 }
    var undoing: Task<Void, any Error>?

    try await document.update { root, _ in
      root.b = 2
      undoing = Task { try await document.undo() }
    }
    try await undoing?.value

    #expect(await document.toJSON() == #"{"a":1}"#)
    #expect(await document.canRedo)
  }

  @Test func `a handle that is released hears no more`() async throws {
    let document = Document(key: "doc-1")
    let steps = Steps()
    var handle: DocumentSubscription? = await document.subscribe { event, _ in steps.take(event) }
    try await document.update { root, _ in root.a = 1 }
    #expect(handle != nil && steps.all.count == 1)

    handle = nil
    try await document.update { root, _ in root.a = 2 }

    #expect(steps.all.count == 1)
  }

  @Test func `an update that throws leaves everything as it was and is not heard`() async throws {
    struct Refused: Error {}
    let document = Document(key: "doc-1")
    let steps = Steps()
    await document.subscribe { event, _ in steps.take(event) }

    await #expect(throws: Refused.self) {
      try await document.update { root, _ in
        root.a = 1
        throw Refused()
      }
    }

    #expect(await document.toJSON() == "{}")
    #expect(await !document.hasLocalChanges)
    #expect(steps.all.isEmpty)
  }

  @Test func `a subscriber that is removed hears nothing more of its kind`() async throws {
    try await withLoopbackServer { server in
      let one = try await DocumentMeeting(server).join("one", [:], .manual)
      #expect(one.heard.types(.statusChanged) != [])
      one.heard.forgetAll()
      try await one.update { root, presence in
        root.a = 1
        presence.set(["name": "a"])
      }
      try await one.sync()
      #expect(one.heard.types(.localChange, .presenceChanged) == [.localChange, .presenceChanged])
      #expect(one.heard.types(.syncStatusChanged) != [])

      await one.document.unsubscribe()
      await one.document.unsubscribePresence()
      await one.document.unsubscribeConnection()
      await one.document.unsubscribeSync()
      await one.document.unsubscribeStatus()
      one.heard.forgetAll()
      try await one.update { root, presence in
        root.a = 2
        presence.set(["name": "b"])
      }
      try await one.client.changeSyncMode(one.document, .realtime)
      try await one.client.detach(one.document)

      #expect(one.heard.all.map(\.type) == [])
    }
  }

  @Test func `a root that was read stays as it was, and a path leads to a value`() async throws {
    let document = Document(key: "doc-1")
    try await document.update { root, _ in root.todos = [["text": "bread"]] }
    let root = await document.getRoot()

    try await document.update { root, _ in root.todos = [["text": "rye"]] }

    #expect((root.jsonArray("todos")?[0] as? JSONObject)?["text"] as? String == "bread")
    #expect(await document.getValueByPath(path: "$.todos.0.text") as? String == "rye")
    #expect(await document.getValueByPath(path: "$.todos.1") == nil)
    #expect(await document.getValueByPath(path: "todos") == nil)
    #expect(await document.toSortedJSON() == #"{"todos":[{"text":"rye"}]}"#)
  }
}
