import Foundation
import TestSupport
import Testing

/// Two terminals and a server: two people in one note.
@Suite(
  .enabled(if: TmuxSession.hasTmux, "needs tmux"), .timeLimit(.minutes(20)))
struct TwoPeopleTests {
  @Test func `two people in one note see each other's text, name and caret`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let ana = try TmuxSession.person("Ana", at: server.url, key, columns: 200, rows: 60)
    let bo = try TmuxSession.person("Bo", at: server.url, key, columns: 80, rows: 24)
    try ana.command("new", "--title", "Shared", "the hide\n")
    for session in [ana, bo] { #expect(try session.shows("the hide")) }

    for session in [ana, bo] { try session.type("e") }
    #expect(try ana.shows("@Bo"))
    #expect(try bo.shows("@Ana"))
    #expect(try bo.shows("Ana is here."))

    // Both type into one line, a key at a time.
    try ana.type("I")
    try bo.type("A")
    for session in [ana, bo] { #expect(try session.shows("INSERT")) }
    for (mine, theirs) in zip("west of ", ", at six") {
      try ana.type(String(mine))
      try bo.type(String(theirs))
    }
    for session in [ana, bo] { #expect(try session.shows("west of the hide, at six")) }

    // After the end of the line stands who types there; the line has their sign before it.
    #expect(try ana.shows("west of the hide, at sixB"))
    for session in [ana, bo] { try session.press("Escape") }
    for session in [ana, bo] { #expect(try session.shows("NORMAL")) }
    // Each undoes their own.
    try ana.type("u")
    #expect(try bo.hides("west of"))
    #expect(try bo.shows("the hide, at six"))
    try bo.type("u")
    #expect(try ana.hides(", at six"))
    #expect(try ana.shows("the hide"))

    // Without the server nobody is shown, and both go on.
    await server.kill()
    for session in [ana, bo] { #expect(try session.shows("offline")) }
    #expect(try ana.hides("@Bo"))
    try ana.type("Otwo lines above")
    try bo.type("Gotwo lines below")
    for session in [ana, bo] { try session.press("Escape") }
    try await server.restart()
    for session in [ana, bo] {
      #expect(try session.shows("live · all on server"))
      // Both have come, before the cursor goes to the top.
      #expect(try session.shows("8 words"))
      // What came above what a person sees has moved nothing there.
      try session.type("gg")
      #expect(try session.shows("two lines above"))
      #expect(try session.shows("two lines below"))
    }
    #expect(try ana.shows("@Bo"))
    #expect(try ana.command("show", "--raw", "Shared") == bo.command("show", "--raw", "Shared"))
  }
}
