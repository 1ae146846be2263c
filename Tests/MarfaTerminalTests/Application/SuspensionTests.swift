import MarfaTerminal
import Settings
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SuspensionTests {
  @Test func `stops that were typed ahead, or that a macro repeats, are one`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let stop = try #require(KeyChord(parsing: "ctrl-z"))

    for _ in 0..<5 { fixture.application.handle(.key(stop.event)) }
    #expect(fixture.host.suspensions == 1)

    fixture.clock.advance(byMilliseconds: 1000)
    fixture.application.handle(.key(stop.event))
    #expect(fixture.host.suspensions == 2)
    await fixture.settle()
  }
}
