import Documents
import Editor
import MarfaSDK
import NoteEditing
import NoteEditingFixtures
import TerminalUI
import Testing

/// Who else is in an edited note, and what they are shown.
extension DocumentTextTests {
  // MARK: - Others

  @Test func `another's caret stays with its characters while I type before it`() async throws {
    let note = try SharedNote("one two\n")
    let ana = try await desk(1, note)
    let place = try ana.document.position(at: 4)
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo", at: place)])
    #expect(ana.session.people.map(\.name) == ["Bo"])
    #expect(ana.session.editor.others.map(\.head) == [4])

    ana.session.press("i")
    ana.session.type("äh ")

    #expect(ana.session.editor.others.map(\.head) == [8])
  }

  @Test func `a caret in letters that are not here yet is shown once they are`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("A")
    bo.session.type(" two")
    await bo.desk.passTime()
    let place = try bo.document.position(at: 7)
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo", at: place)])
    #expect(ana.session.editor.others.isEmpty)

    try await note.deliver()

    #expect(ana.session.editor.others.map(\.head) == [7])
  }

  @Test func `a selection has both its ends, and who leaves has neither`() async throws {
    let note = try SharedNote("one two three\n")
    let ana = try await desk(1, note)
    let (head, anchor) = (try ana.document.position(at: 7), try ana.document.position(at: 4))
    let bo = SharedNoteDocument.person(2, "Bo", at: head, from: anchor)
    await ana.document.show(others: [bo])
    #expect(ana.session.editor.others.map(\.selection) == [4..<7])

    await ana.document.show(others: [])

    #expect(ana.session.editor.others.isEmpty)
    #expect(ana.session.people.isEmpty)
  }

  @Test func `a presence of nonsense shows a name and no caret`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    let strangers = [
      ["name": "\u{1B}[31m\n\u{202E}", "head": "7:xyz"], ["head": "1:2:3:4:5"],
      [
        "name": String(repeating: "a", count: 10_000), "color": "-9",
        "head": "9223372036854775807:ffffffffffffffffffffffff:4294967295:2147483648:2147483648",
      ],
    ].enumerated().map {
      NotePerson(actor: ActorID(number: UInt64(10 + $0.offset)), presence: $0.element)
    }
    await ana.document.show(others: strangers)

    #expect(ana.session.people.count == 2)
    #expect(ana.session.people.allSatisfy { $0.name.count <= 24 && !$0.name.contains("\n") })
    #expect(ana.session.people.allSatisfy { (0..<8).contains($0.style) })
    #expect(ana.session.editor.others.isEmpty)
  }

  @Test func `a person who does nothing for two minutes is idle, and not after an edit`()
    async throws
  {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    var now = Duration.zero
    ana.desk.elapsed = { now }
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo")])
    now = .seconds(119)
    #expect(!ana.session.people[0].isIdle(at: now))
    now = .seconds(120)
    #expect(ana.session.people[0].isIdle(at: now))

    bo.session.press("x")
    await bo.desk.passTime()
    try await note.deliver()

    #expect(!ana.session.people[0].isIdle(at: now))
  }

  // MARK: - What others are shown of me

  @Test func `others are shown my caret once they can have its letters`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("A")
    ana.session.type("!")
    ana.session.showCaret()
    await ana.desk.finish()
    #expect(ana.document.shown.allSatisfy { $0?["head"] == nil })
    await ana.desk.passTime()
    ana.session.showCaret()
    await ana.source.finishTelling()
    let head = try #require(ana.document.shown.last??["head"])
    try await note.deliver()
    await bo.document.show(
      others: [SharedNoteDocument.person(1, "Ana", at: TextPosition(text: head))])

    #expect(bo.session.editor.others.map(\.head) == [4])
  }

  @Test func `my caret goes with the letter before it, and is not shown again`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("A")
    ana.session.showCaret()
    await ana.source.finishTelling()
    let count = ana.document.shown.count
    ana.session.type("!")
    await ana.desk.passTime()
    ana.session.showCaret()
    await ana.source.finishTelling()

    #expect(ana.document.shown.count == count + 1)
    #expect(ana.document.shownWithText == 1)
    let head = try #require(ana.document.shown.last??["head"])
    try await note.deliver()
    await bo.document.show(
      others: [SharedNoteDocument.person(1, "Ana", at: TextPosition(text: head))])
    #expect(bo.session.editor.others.map(\.head) == [4])
  }

  @Test func `the same place is shown once`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    for _ in 0..<5 { ana.session.showCaret() }
    await ana.source.finishTelling()

    #expect(ana.document.shown.count == 1)
  }

  @Test func `a person who only reads shows no place, unless they want to`() async throws {
    let note = try SharedNote("one\n")
    let reader = try await desk(1, note, me: OwnPresence(name: "Ana"))
    reader.session.showCaret()
    await reader.source.finishTelling()
    #expect(reader.document.shown == [["name": "Ana"]])

    let open = try await desk(2, note, me: OwnPresence(name: "Bo", showsReading: true))
    open.session.showCaret()
    await open.source.finishTelling()
    #expect(open.document.shown.last??["head"] != nil)
  }

  @Test func `with the name alone no place is shown, and with nothing nothing`() async throws {
    let note = try SharedNote("one\n")
    let named = try await desk(1, note, me: OwnPresence(name: "Ana", color: 3, showsCaret: false))
    named.session.showCaret()
    await named.source.finishTelling()
    #expect(named.document.shown == [["name": "Ana", "color": "3"]])

    let hidden = try await desk(2, note, me: nil)
    hidden.session.showCaret()
    await hidden.source.finishTelling()
    #expect(hidden.document.shown.allSatisfy { $0 == nil })
  }

  // MARK: - The end

  @Test func `leaving with something unsaved closes the document after the save`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    ana.session.press("A")
    ana.session.type("!")
    ana.session.save()
    ana.session.left()
    #expect(!ana.document.isClosed)

    await ana.desk.finish()

    #expect(ana.document.isClosed)
    #expect(try note.text() == "one!\n")
    #expect(ana.desk.ended > 0)
  }
}
