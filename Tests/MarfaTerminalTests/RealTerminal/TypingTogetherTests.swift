import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Two terminals and a server: two people who type much in one note.
///
/// `MARFA_TYPING_SECONDS` lets them type for so long at 20 keys a second, each;
/// `MARFA_OFFLINE_KEYS` is how many keys each types without the server.
@Suite(
  .enabled(if: TmuxSession.hasTmux, "needs tmux"), .timeLimit(.minutes(20)))
struct TypingTogetherTests {
  private static func wish(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The way to a server that is 80 ms away, and breaks.
  private final class FarLine: Sendable {
    private struct State {
      var numbers = SplitMix64(seed: 16)
      var isCut = false
      var isHealed = false

      /// After how many bytes of the server a new connection ends.
      mutating func budget() -> Int {
        if isHealed { return .max }
        return isCut ? 0 : Int.random(in: 3_000...30_000, using: &numbers)
      }
    }

    private final class Shared: Sendable {
      let state = Mutex(State())
    }

    private let shared = Shared()
    private let proxy: ForwardingProxy

    var url: String { proxy.url.absoluteString }

    init(to port: Int) throws {
      proxy = try ForwardingProxy(
        port: port, budget: { [shared] in shared.state.withLock { $0.budget() } },
        // A slow line is what the test is about: each piece takes 80 ms.
        sent: { _ in usleep(80_000) })
    }

    /// Takes no new connections for a while, or does again.
    func cut(_ isCut: Bool) { shared.state.withLock { $0.isCut = isCut } }

    /// Breaks no connection that begins from now on.
    func heal() { shared.state.withLock { $0.isHealed = true } }
  }

  /// Both with the same note open for editing.
  private func open(_ text: String, _ server: ServedNotes, at url: String) async throws
    -> (ana: TmuxSession, bo: TmuxSession)
  {
    let key = try await server.key()
    let ana = try TmuxSession.person("Ana", at: url, key, columns: 200, rows: 60)
    let bo = try TmuxSession.person("Bo", at: url, key, columns: 120, rows: 50)
    try ana.command("new", "--title", "Shared", text)
    let start = String(text.prefix { !$0.isNewline })
    for session in [ana, bo] {
      #expect(try session.shows(start))
      try session.type("e")
    }
    #expect(try ana.shows("@Bo"))
    #expect(try bo.shows("@Ana"))
    return (ana, bo)
  }

  private func expect(_ text: String, in sessions: TmuxSession...) throws {
    for session in sessions {
      #expect(try session.shows("live · all on server"))
    }
    for session in sessions {
      // What the other one sent is on the server; it may still be on its way here.
      #expect(try session.prints(text + "\n", "show", "--raw", "Shared"))
      #expect(try session.command("conflicts", "--json").contains("[]"))
    }
  }

  /// Words with numbers, so that one that is lost or doubled is seen.
  private func keys(_ letter: String, _ count: Int) -> [String] {
    (0..<count).lazy.flatMap { "\(letter)\($0) " }.prefix(count).map(String.init)
  }

  @Test func `two who type in one paragraph over a far line that breaks lose no letter`()
    async throws
  {
    let seconds = Self.wish("MARFA_TYPING_SECONDS")
    let count = seconds.map { $0 * 20 } ?? 120
    let server = try await ServedNotes.start()
    let line = try FarLine(to: try server.port())
    let (ana, bo) = try await open("the hide\n", server, at: line.url)
    try ana.type("I")
    try bo.type("A")
    for session in [ana, bo] { #expect(try session.shows("INSERT")) }

    let (anas, bos) = (keys("a", count), keys("b", count))
    let start = ContinuousClock.now
    for number in 0..<count {
      if number % 100 == 50 { line.cut(true) }
      if number % 100 == 70 { line.cut(false) }
      try ana.type(anas[number])
      try bo.type(bos[number])
      if seconds != nil {
        try await ContinuousClock().sleep(until: start + .milliseconds(50) * (number + 1))
      }
    }
    line.cut(false)
    line.heal()
    for session in [ana, bo] { try session.press("Escape") }
    // What the bar says counts once the last key is read.
    for session in [ana, bo] { #expect(try session.shows("NORMAL")) }
    try expect(anas.joined() + "the hide" + bos.joined() + "\n", in: ana, bo)

    // Each sees where the other is, in a line of their own.
    try ana.type("Oabove")
    try bo.type("obelow")
    #expect(try ana.shows("belowB"))
    try bo.press("Escape")
    #expect(try bo.shows("NORMAL"))
    // What Ana types above does not move what Bo sees: it must have come before Bo goes there.
    let text = "above\n" + anas.joined() + "the hide" + bos.joined() + "\nbelow\n"
    #expect(try bo.prints(text + "\n", "show", "--raw", "Shared"))
    try bo.type("gg")
    #expect(try bo.shows("aboveA"))
    try ana.press("Escape")
    try expect(text, in: ana, bo)
  }

  @Test func `two people's typing in the same lines without the server comes together`()
    async throws
  {
    let count = (Self.wish("MARFA_OFFLINE_KEYS") ?? 100) / 10
    let server = try await ServedNotes.start()
    let lines = (0..<10).map { "line \($0)" }
    let (ana, bo) = try await open(
      lines.joined(separator: "\n") + "\n", server, at: server.url)
    await server.kill()
    for session in [ana, bo] { #expect(try session.shows("offline")) }

    let (anas, bos) = (keys("a", count).joined(), keys("b", count).joined())
    for (session, key, typed) in [(ana, "I", anas), (bo, "A", bos)] {
      try session.type("gg")
      for _ in lines {
        try session.type(key)
        #expect(try session.shows("INSERT"))
        try session.type(typed)
        try session.press("Escape")
        #expect(try session.shows("NORMAL"))
        try session.type("j")
      }
    }
    try await server.restart()

    try expect(lines.map { anas + $0 + bos + "\n" }.joined(), in: ana, bo)
  }
}
