import MarfaSDK
import NoteEditing
import NoteEditingFixtures
import Testing
import Workbench

/// Who is in the notes of the list.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct PeopleMonitorTests {
  /// A monitor with a clock and a server by hand.
  @MainActor private final class Desk {
    let host = TestHost()
    let people = Mailbox<[String: [NotePerson]]>()
    var now = Duration.zero
    private(set) lazy var monitor = PeopleMonitor(host: host) { [unowned self] in now }

    init() { monitor.follow(people.stream) }

    /// Says who is where, some seconds later.
    func tell(_ present: [String: [NotePerson]], after seconds: Int = 0) async {
      now += .seconds(seconds)
      people.put(present)
      await people.emptied()
    }

    func isIdle(_ note: String) -> [Bool] { monitor.people(in: note).map { $0.isIdle(at: now) } }

    /// Whether something asked for a frame.
    func drew(_ work: () async -> Void) async -> Bool {
      let before = host.requestedFrames
      await work()
      return host.requestedFrames > before
    }
  }

  private let ana = SharedNoteDocument.person(20, "Ana")
  private let bo = SharedNoteDocument.person(30, "Bo")

  private func typing(_ number: Int) -> NotePerson {
    var person = ana
    person.presence["head"] = "1:20:\(number):0:1"
    return person
  }

  @Test func `a person who types in another note is not idle, and draws nothing`() async {
    let desk = Desk()
    await desk.tell(["a": [ana], "b": [bo]])

    for minute in 1...4 {
      let drew = await desk.drew {
        await desk.tell(["a": [typing(minute)], "b": [bo]], after: 60)
      }
      #expect(!drew)
    }

    #expect(desk.isIdle("a") == [false])
    #expect(desk.isIdle("b") == [true])
  }

  @Test func `an arrival makes nobody else fresh`() async {
    let desk = Desk()
    await desk.tell(["a": [ana]])

    let drew = await desk.drew { await desk.tell(["a": [ana, bo]], after: 180) }

    #expect(drew)
    #expect(desk.monitor.people(in: "a").map(\.name) == ["Ana", "Bo"])
    #expect(desk.isIdle("a") == [true, false])
  }

  @Test func `a person who was idle and types is drawn`() async {
    let desk = Desk()
    await desk.tell(["a": [ana]])

    let drew = await desk.drew { await desk.tell(["a": [typing(1)]], after: 180) }

    #expect(drew)
    #expect(desk.isIdle("a") == [false])
  }

  @Test func `another name or colour shows`() async {
    let desk = Desk()
    await desk.tell(["a": [ana]])
    var renamed = ana
    renamed.presence["name"] = "Anastasia"
    var colored = renamed
    colored.presence["color"] = "8"

    let drew = await desk.drew { await desk.tell(["a": [renamed]]) }
    #expect(drew)
    #expect(desk.monitor.people(in: "a").map(\.name) == ["Anastasia"])
    let drewColor = await desk.drew { await desk.tell(["a": [colored]]) }
    #expect(drewColor)
    #expect(desk.monitor.people(in: "a").map(\.style) == [7])
  }

  @Test func `people who go are shown no more, and who comes again is fresh`() async {
    let desk = Desk()
    await desk.tell(["a": [ana], "b": [bo]])

    let drew = await desk.drew { await desk.tell(["b": [bo]], after: 180) }
    #expect(drew)
    #expect(desk.monitor.people(in: "a").isEmpty)
    await desk.tell(["a": [ana], "b": [bo]])

    #expect(desk.isIdle("a") == [false])
    #expect(desk.isIdle("b") == [true])
  }
}
