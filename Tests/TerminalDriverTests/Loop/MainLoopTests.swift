import Foundation
import Testing
import TerminalDriver
import TerminalUI

@MainActor @Suite(.timeLimit(.minutes(20))) struct MainLoopTests {
  private let screen = HeadlessScreen(size: Size(columns: 10, rows: 2))

  private func loop(time: @escaping () -> Duration = { .zero }) -> MainLoop {
    let loop = MainLoop(screen: screen, now: time)
    loop.onFrame = { Surface(size: $0) }
    return loop
  }

  /// The numbers that arrived, by the task that sent them.
  private final class Arrivals: Sendable {
    @MainActor var byThread: [Int: [Int]] = [:]
  }

  /// Lets the main queue run what was posted before.
  private func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  @Test func `events are handled in order before one frame`() {
    let loop = loop()
    var log: [String] = []
    loop.onEvent = { event in
      if case .key(let key) = event { log.append("\(key.key)") }
    }
    loop.onFrame = { size in
      log.append("frame")
      return Surface(size: size)
    }
    loop.start()

    screen.feed("abc".map { .key(KeyEvent($0)) })

    #expect(
      log == ["frame", "character(\"a\")", "character(\"b\")", "character(\"c\")", "frame"])
  }

  @Test func `held frames are one frame once they are released`() async {
    let loop = loop()
    var keys = 0
    loop.onEvent = { _ in keys += 1 }
    loop.holdFrames()
    loop.start()

    screen.feed([.key(KeyEvent("x"))])
    loop.channel.post(.redraw)
    await turn()
    #expect(keys == 1)
    #expect(screen.frameCount == 0)

    loop.releaseFrames()
    loop.releaseFrames()
    #expect(screen.frameCount == 1)
    loop.stop()
  }

  @Test func `keys that are waiting for make one frame each and a burst makes one`() {
    let loop = loop()
    loop.start()

    for _ in 0..<5 { screen.feed([.key(KeyEvent("x"))]) }
    #expect(screen.frameCount == 6)

    screen.hasWaitingInput = true
    for _ in 0..<5 { screen.feed([.key(KeyEvent("x"))]) }
    #expect(screen.frameCount == 6)
    loop.stop()
  }

  @Test func `while reading has stopped, handling draws ten times a second`()
    async
  {
    var time = Duration.zero
    var planned: (at: Duration, draw: @MainActor () -> Void)?
    let timer = FrameTimer { delay, draw in
      planned = (time + delay, draw)
      return { planned = nil }
    }
    let loop = MainLoop(screen: screen, now: { time }, timer: timer)
    loop.onFrame = { Surface(size: $0) }
    loop.start()
    #expect(screen.frameCount == 1)

    screen.setInput(isTaken: false)
    for _ in 0..<20 {
      time += .milliseconds(25)
      if let frame = planned, frame.at <= time { frame.draw() }
      loop.channel.post(.redraw)
      await turn()
    }
    #expect(screen.frameCount == 6)

    screen.setInput(isTaken: true)
    time += .milliseconds(25)
    loop.channel.post(.redraw)
    await turn()
    #expect(screen.frameCount == 7)
    loop.stop()
    #expect(planned == nil)
  }

  @Test func `any number of posts before a turn make one frame`() async {
    var time = Duration.zero
    let loop = loop { time }
    loop.start()
    time = .seconds(1)

    for _ in 0..<100 { loop.channel.post(.redraw) }
    await turn()

    #expect(screen.frameCount == 2)
    #expect(loop.frameCount == 2)
  }

  @Test func `nothing posted means nothing drawn`() async {
    let loop = loop()
    loop.start()

    for _ in 0..<5 { await turn() }

    #expect(screen.frameCount == 1)
  }

  @Test func `posts of many threads all arrive in the order of each`() async {
    var time = Duration.zero
    let loop = loop { time }
    let arrivals = Arrivals()
    loop.start()
    time = .seconds(1)
    let channel = loop.channel

    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<200 {
            channel.perform { arrivals.byThread[thread, default: []].append(number) }
          }
        }
      }
    }
    await turn()

    #expect(arrivals.byThread.count == 8)
    for numbers in arrivals.byThread.values { #expect(numbers == Array(0..<200)) }
  }

  @Test func `work that posts work is done before the frame`() async {
    var time = Duration.zero
    let loop = loop { time }
    var log: [String] = []
    loop.onFrame = { size in
      log.append("frame")
      return Surface(size: size)
    }
    loop.start()
    time = .seconds(1)
    let channel = loop.channel

    channel.perform {
      log.append("outer")
      channel.perform { log.append("inner") }
    }
    await turn()

    #expect(log == ["frame", "outer", "inner", "frame"])
  }

  @Test func `work that posts itself forever does not block the loop`() async {
    let loop = loop()
    var count = 0
    let channel = loop.channel
    @MainActor func again() {
      count += 1
      channel.perform { again() }
    }
    loop.start()

    again()
    for _ in 0..<3 { await turn() }

    // That the turns came at all shows that the loop let others in.
    #expect(count > 10)
    loop.stop()
  }

  @Test func `posted events are handled like typed ones`() async {
    let loop = loop()
    var events: [InputEvent] = []
    loop.onEvent = { events.append($0) }
    loop.start()

    loop.channel.post(.event(.focus(true)))
    await turn()

    #expect(events == [.focus(true)])
  }

  @Test func `messages posted before the start are not lost`() async {
    let loop = loop()
    var isDone = false

    loop.channel.perform { isDone = true }
    await turn()
    #expect(!isDone)
    loop.start()
    await turn()

    #expect(isDone)
  }

  @Test func `the colour of the background goes to its own handler`() {
    let loop = loop()
    var color: [UInt8] = []
    loop.onEvent = { _ in Issue.record("no event expected") }
    loop.onBackgroundColor = { color = [$0, $1, $2] }
    loop.start()

    screen.feed(inputs: [.backgroundColor(red: 1, green: 2, blue: 3)])

    #expect(color == [1, 2, 3])
  }

  @Test func `the frame has the size of the screen after a resize`() {
    let loop = loop()
    loop.start()

    screen.feed([.resize(Size(columns: 40, rows: 12))])

    #expect(screen.lastFrame?.size == Size(columns: 40, rows: 12))
  }

  @Test func `nothing is drawn while a program has the screen`() async throws {
    let loop = loop()
    loop.start()
    screen.onRun = { _ in
      loop.drawNow()
      return .code(3)
    }

    let exit = try await screen.run(ChildCommand(["editor", "file"]))

    #expect(exit == .code(3))
    #expect(screen.frameCount == 1)
    #expect(screen.commands.map(\.arguments) == [["editor", "file"]])
  }
}
