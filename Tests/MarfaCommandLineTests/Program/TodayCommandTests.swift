import Foundation
import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct TodayCommandTests {
  @Test func `the day's note is made once, and text is added to it`() async throws {
    let fixture = try CommandFixture()

    let first = await fixture.run(["today", "Two reed warblers #birds"])
    let second = await fixture.run("today -", input: "and a tern\n")

    let id = first.output.trimmingCharacters(in: .newlines)
    #expect(first.status == 0 && second.output == first.output)
    #expect(
      await fixture.run("show \(id)").output == "Two reed warblers #birds\n\nand a tern\n")
    #expect(await fixture.run("list --format {title}:{tags}").output == "2026-09-21:birds\n")
  }

  @Test func `additions that several make at the same time are in the note once`() async throws {
    let fixture = try CommandFixture()
    let first = await fixture.run(["today", "begin"])
    let id = first.output.trimmingCharacters(in: .newlines)

    await withTaskGroup(of: CommandFixture.Transcript.self) { group in
      for number in 0..<12 { group.addTask { await fixture.run(["today", "line \(number)"]) } }
      for await transcript in group { #expect(transcript.status == 0, "\(transcript.error)") }
    }

    let lines = await fixture.run("show \(id)").output.split(separator: "\n").map(String.init)
    #expect(lines.sorted() == (["begin"] + (0..<12).map { "line \($0)" }).sorted())
  }

  @Test func `it is made of the template, and made again when it was thrown away`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write(
      "# {{title}} at {{time}}\n\n{{cursor}}\n", to: "config/templates/daily.md")

    let first = await fixture.run("today")
    #expect(await fixture.run("show 2026-09-21").output == "# 2026-09-21 at 14:13\n\n\n")
    _ = await fixture.run("rm 2026-09-21")
    let second = await fixture.run("today")

    #expect(second.status == 0 && second.output != first.output)
    fixture.clock.advance(byMilliseconds: Timestamp.millisecondsPerDay)
    _ = await fixture.run("today")
    #expect(await fixture.run("list --format {title}").output == "2026-09-22\n2026-09-21\n")
  }

  @Test func `a template is filled once, and says where typing begins`() {
    let template = NoteTemplate(
      name: "x", source: "{{title}} {{date}} {{other}} {{cursor}}|{{cursor}} {{ open")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt

    let filled = template.filled(
      title: "ä {{date}}", now: Date(timeIntervalSince1970: 0), calendar: calendar)

    #expect(filled.text == "ä {{date}} 1970-01-01 {{other}} | {{ open")
    #expect(filled.cursor == "ä {{date}} 1970-01-01 {{other}} ".utf8.count)
  }
}
