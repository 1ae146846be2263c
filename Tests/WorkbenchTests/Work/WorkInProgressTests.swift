import NoteFiles
import TerminalUI
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct WorkInProgressTests {
  @Test func `a flood of keys stays in the terminal until those before it are handled`() async {
    var changes: [(isTaken: Bool, after: Int)] = []
    var taken: [InputEvent] = []
    let work = WorkInProgress(messages: MessageLog { .distantPast }, elapsed: { .zero }) {}
    work.release = { taken.append($0) }
    work.inputChanged = { changes.append(($0, taken.count)) }
    let (waits, go) = AsyncStream<Void>.makeStream()
    let events = (0..<5000).map { InputEvent.key(KeyEvent(Character("\($0 % 10)"))) }

    work.performHolding("Reading") { for await _ in waits { break } }
    for event in events { work.handle(event) }
    #expect(taken.isEmpty)
    #expect(changes.map(\.isTaken) == [false])
    go.yield()
    await work.finish()

    #expect(taken == events)
    #expect(changes.map(\.isTaken) == [false, true])
    // Reading goes on early: a flood waits as long as nothing is read.
    #expect(changes.last?.after == 5000 - 3072)
  }

  @Test func `events are handled for 50 ms, and the others in later turns`() async {
    var time = Duration.zero
    var taken: [InputEvent] = []
    var turns: [Int] = []
    let work = WorkInProgress(messages: MessageLog { .distantPast }, elapsed: { time }) {
      turns.append(taken.count)
    }
    work.release = {
      taken.append($0)
      time += .milliseconds(20)
    }
    let events = (0..<8).map { InputEvent.key(KeyEvent(Character("\($0)"))) }

    for event in events { work.handle(event) }
    #expect(taken.count == 3)
    await work.finish()

    // A frame is asked for at the end of each turn.
    #expect(turns == [6, 8])
    #expect(taken == events)
  }

  @Test func `a turn has many short events or one long one`() async {
    var time = Duration.zero
    var taken = 0
    var turns: [Int] = []
    let work = WorkInProgress(messages: MessageLog { .distantPast }, elapsed: { time }) {
      turns.append(taken)
    }
    work.release = { _ in
      taken += 1
      time += taken == 101 ? .seconds(1) : .milliseconds(1)
    }

    for _ in 0..<200 { work.handle(.key(KeyEvent("a"))) }
    #expect(taken == 50)
    await work.finish()

    #expect(turns == [100, 101, 151, 200])
  }

  @Test func `typed keys are read again when the rest is given up at the end`() async {
    var changes: [Bool] = []
    let work = WorkInProgress(messages: MessageLog { .distantPast }, elapsed: { .zero }) {}
    work.inputChanged = { changes.append($0) }
    let (waits, go) = AsyncStream<Void>.makeStream()
    work.performHolding("Reading") { for await _ in waits { break } }
    for _ in 0..<5000 { work.handle(.key(KeyEvent("a"))) }

    work.limitHeld()

    #expect(changes == [false, true])
    go.yield()
    await work.finish()
  }

  @Test func `work that runs alone waits for all other work, and never for each other`() async {
    var order: [String] = []
    let work = WorkInProgress(messages: MessageLog { .distantPast }, elapsed: { .zero }) {}
    let (waits, go) = AsyncStream<Void>.makeStream()

    work.perform("Saving") { for await _ in waits { break } }
    work.performAlone("First") { order.append("first") }
    work.performAlone("Second", isHolding: true) { order.append("second") }
    work.perform("Saving again") { order.append("saved") }
    go.yield()
    await work.finish()

    #expect(order == ["saved", "first", "second"])
  }

  @Test func `work that may be ended is said until it has ended`() async {
    let messages = MessageLog { .distantPast }
    let work = WorkInProgress(messages: messages, elapsed: { .zero }) {}
    let (endless, end) = AsyncStream<Void>.makeStream()
    defer { end.finish() }
    work.performEndable("Running slow", called: "slow") {
      for await _ in endless {}
    }
    messages.notice("Something else.")
    messages.fade()

    #expect(messages.current?.text == "slow is running; Ctrl-c ends it.")
    #expect(!messages.acknowledge())
    #expect(work.endEndable() == ["slow"])
    await work.finish()
    #expect(messages.current == nil)
    #expect(work.endEndable().isEmpty)
  }
}
