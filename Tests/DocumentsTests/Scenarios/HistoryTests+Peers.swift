import Testing

@testable import Documents

extension HistoryTests {
  @Test func `DOC-H22 undo lands next to what replaced its neighbour`() throws {
    var meeting = try meeting("0123456789")
    try meeting.c1.edit(4, 6)
    try meeting.c2.edit(2, 4, "Q")
    try meeting.sync(1, 2, 1)
    #expect(meeting.c1.text == "01Q6789")
    try meeting.c1.undo()
    #expect(meeting.c1.text == "01Q456789")
  }

  @Test func `DOC-H23 undo lands in its place after several remote edits`() throws {
    // Ours names scalars, so no offset has to follow; the restored text shows the place.
    var meeting = try meeting("0123456789")
    try meeting.c1.edit(2, 3)
    try meeting.c2.update { root, _ in
      try root.jsonText("t")?.edit(1, 2, "1")
      try root.jsonText("t")?.edit(3, 3, "Z")
      try root.jsonText("t")?.edit(0, 2, "")
    }
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts == ["Z3456789", "Z3456789"])
    try meeting.c1.undo()
    #expect(meeting.c1.text == "2Z3456789")
  }

  @Test func `DOC-H24 undo of styles restores values and removes new keys`() throws {
    var replica = try text("ABCD")
    try replica.style(0, 4, ["bold": "false"])
    try replica.style(0, 4, ["bold": "true", "new": "1"])
    try replica.undo()
    #expect(replica.readingRoot.jsonText("t")?.values.map(\.attributes) == [["bold": "false"]])
    try replica.redo()
    #expect(
      replica.readingRoot.jsonText("t")?.values.map(\.attributes) == [["bold": "true", "new": "1"]])
  }

  @Test func `DOC-H25 an object and its flags`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = 1 }
    try replica.update { root, _ in root.a = 2 }
    #expect(replica.canUndo && !replica.canRedo)
    try replica.undo()
    #expect(replica.toJSON() == #"{"a":1}"#)
    #expect(replica.canUndo && replica.canRedo)
    try replica.redo()
    #expect(replica.toJSON() == #"{"a":2}"#)
    try replica.undo()
    try replica.undo()
    #expect(replica.toJSON() == "{}")
    #expect(!replica.canUndo && replica.canRedo)
  }

  @Test func `DOC-H26 redo of a value reads the present one again`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.color = "black" }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.color = "red" }
    try meeting.c2.update { root, _ in root.color = "green" }
    try meeting.sync(1, 2, 1)
    try meeting.c1.undo()
    try meeting.sync(1, 2)
    #expect(meeting.documents == Array(repeating: #"{"color":"black"}"#, count: 2))
    try meeting.c1.redo()
    try meeting.sync(1, 2)
    #expect(meeting.documents == Array(repeating: #"{"color":"green"}"#, count: 2))
  }

  @Test func `DOC-H27 undo before the other's change arrives`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.color = "black" }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.color = "red" }
    try meeting.c2.update { root, _ in
      root.color = "blue"
      root.color = "green"
    }
    try meeting.c2.update { root, _ in root.color = "green" }
    try meeting.c1.undo()
    #expect(meeting.c1.toJSON() == #"{"color":"black"}"#)
    try meeting.sync(1, 2, 1)
    #expect(meeting.documents == Array(repeating: #"{"color":"green"}"#, count: 2))
    try meeting.c1.redo()
    try meeting.sync(1, 2)
    #expect(meeting.documents == Array(repeating: #"{"color":"red"}"#, count: 2))
  }

  @Test func `DOC-H28 undo of an object that another deleted does nothing`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.shape = ["point": 1] as [String: Any?] }
    try meeting.sync(1, 2)
    try meeting.c2.update { root, _ in root.shape = nil }
    try meeting.sync(2, 1)
    let former = meeting.c1
    #expect(former.canUndo)

    let undone = try meeting.c1.undo()

    #expect(undone == nil)
    #expect(!meeting.c1.canRedo)
    #expect(meeting.c1.localChanges.isEmpty)
    #expect(meeting.c1.pack().checkpoint == former.pack().checkpoint)
    #expect(meeting.c1.toJSON() == "{}")
  }

  @Test func `DOC-H28 and H29 undo of what another deleted does nothing`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.shape = ["circle": [:] as [String: Any?]] as [String: Any?]
    }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.jsonObject("shape")?.jsonObject("circle")?.point = 1 }
    try meeting.c2.update { root, _ in root.shape = nil }
    try meeting.sync(1, 2, 1)
    let sequence = meeting.c1.localChanges.count
    let undone = try meeting.c1.undo()

    #expect(undone == nil)
    #expect(!meeting.c1.canRedo)
    #expect(meeting.c1.localChanges.count == sequence)
    #expect(meeting.c1.toJSON() == "{}")
  }

  private static let arraySteps: [ArrayStep] = [
    { try $0.insertAfter(1, 9) }, { try $0.moveAfter($0.count - 1, 0) }, { try $0.remove(at: 2) },
    { try $0.set(1, to: 8) },
  ]

  @Test(arguments: 0..<64)
  func `DOC-H30 three array steps are undone and done again`(triple: Int) throws {
    var single = Meeting(actors: [1])
    try single.c1.update { root, _ in root.a = [0, 1, 2, 3, 4] }
    var states = [single.arrays]
    for kind in [triple / 16, triple / 4 % 4, triple % 4] {
      try single.c1.array(Self.arraySteps[kind])
      states.append(single.arrays)
    }
    for state in states.dropLast().reversed() {
      try single.c1.undo()
      #expect(single.arrays == state)
    }
    for state in states.dropFirst() {
      try single.c1.redo()
      #expect(single.arrays == state)
    }
  }

  @Test(arguments: 0..<16)
  func `DOC-H31 array steps of two people are undone by both`(pair: Int) throws {
    var both = Meeting()
    try both.startArray([0, 1, 2, 3, 4])
    try both.c1.array(Self.arraySteps[pair / 4])
    try both.c2.array(Self.arraySteps[pair % 4])
    try both.sync(1, 2, 1)
    try both.c1.undo()
    try both.c2.undo()
    try both.sync(1, 2, 1)
    #expect(both.arrays[0] == both.arrays[1])
  }

  @Test func `DOC-H33 the depth is fifty`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.c = JSONCounter(value: 0) }
    for _ in 0..<100 {
      try replica.update { root, _ in try root.jsonCounter("c")?.increase(value: 1) }
    }
    for _ in 0..<100 { try replica.undo() }
    #expect(replica.toJSON() == #"{"c":50}"#)
    for _ in 0..<100 { try replica.redo() }
    #expect(replica.toJSON() == #"{"c":100}"#)
  }

  @Test func `DOC-H35 a presence is undone if it asked for it`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { _, presence in presence.set(["color": "red"]) }
    try replica.update { root, presence in
      root.n = 1
      presence.set(["color": "green"], history: .recorded)
      presence.set(["color": "blue"], history: .recorded)
    }
    try replica.undo()
    #expect(replica.presences[replica.actor] == ["color": "red"])
    #expect(replica.toJSON() == "{}")
    try replica.redo()
    #expect(replica.presences[replica.actor] == ["color": "blue"])
    replica.clearHistory()
    try replica.update { _, presence in
      presence.set(["color": "a"], history: .recorded)
      presence.set(["color": "b"])
    }
    #expect(!replica.canUndo)
  }

  @Test func `DOC-H36 a snapshot after undo is the same document`() throws {
    var replica = try text("ABCD")
    try replica.edit(1, 3)
    try replica.undo()
    let copy = try Snapshot(decoding: replica.snapshot())

    #expect(copy.root.json(of: 0) == replica.toJSON())
    #expect(copy.root.texts[0].pieces == replica.root.texts[0].pieces)
    #expect(copy.root.garbageCount == 0)
  }

  @Test func `DOC-H37 and H38 an empty edit and an empty stack`() throws {
    var replica = try text("ABCD")
    try replica.edit(2, 2)
    #expect(replica.canUndo)
    try replica.undo()
    #expect(replica.text == "ABCD")
    #expect(!replica.canUndo && replica.canRedo)
    try replica.undo()
    try replica.redo()
    try replica.redo()
    #expect(replica.text == "ABCD")
  }
}
