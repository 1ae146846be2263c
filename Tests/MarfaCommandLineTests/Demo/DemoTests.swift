import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct DemoTests {
  /// The variables of a person with notes of their own, and a folder for temporary files.
  private func environment(
    _ person: TemporaryDirectory, isNew: Bool = true
  ) throws -> [String: String] {
    try FileManager.default.createDirectory(
      atPath: person.path + "/tmp", withIntermediateDirectories: !isNew)
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = person.path
    environment["TMPDIR"] = person.path + "/tmp"
    for name in ["DATA", "CONFIG", "STATE"] {
      environment["MARFA_" + name] = person.path + "/" + name.lowercased()
    }
    return environment
  }

  private func left(_ person: TemporaryDirectory) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: person.path)
  }

  @Test func `a round is played, and nothing is left of it`() async throws {
    let person = try TemporaryDirectory()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["demo", "--print"], watching: .output,
      environment: environment(person))

    var lines: [String] = []
    while let line = await run.lines.next() { lines.append(line) }
    let status = await run.exitStatus()
    let errors = try run.output

    #expect(status == 0, "\(errors)")
    #expect(
      lines == [
        "The laptop put barley on [[Shopping]].", "The laptop tagged [[Field notes]] with seen-1.",
        "The laptop wrote [[Idea 1]].",
        "The laptop attached song-1.ogg, 4 MB, to [[Field notes]].",
        "The laptop linked [[Ring records]] to [[Rye bread]].",
        "The laptop let this device attach hide-1.mp4, 6 MB, to [[Ring records]]: watch its bar.",
        "The laptop went offline, and wrote [[Night walk 1]].",
        "The laptop put lamp oil on [[Shopping]], and came back with all that it wrote offline.",
        "The laptop set the oven time of [[Rye bread]] to 51 minutes, while this device is offline.",
        "The laptop heard nothing of this device, which set the oven time to 41 minutes.",
        "The laptop saw this device come back: both changed the oven time of [[Rye bread]]; press "
          + "`c` to decide.",
      ])
    #expect(try left(person) == ["tmp"])
  }

  @Test func `a step that fails says which command failed, and why`() async throws {
    let (person, folder) = (try TemporaryDirectory(), try TemporaryDirectory())
    let program = folder.path + "/marfa"
    for name in ["marfa", "marfa-server"] {
      try FileManager.default.copyItem(
        atPath: ProgramRun.built(name), toPath: "\(folder.path)/\(name)")
    }
    let broken = program + ".broken"
    try Data("#!/bin/sh\necho 'out of order' >&2\nexit 1\n".utf8).write(
      to: URL(filePath: broken))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: broken)
    let run = try ProgramRun(
      program, ["demo", "--print"], watching: .output, environment: environment(person))

    #expect(await run.lines.next() == "The laptop put barley on [[Shopping]].")
    // Each step runs the file again that the demo was started from.
    #expect(rename(broken, program) == 0)
    while await run.lines.next() != nil {}
    let status = await run.exitStatus()
    let errors = try run.output

    #expect(status == 1)
    #expect(errors.contains(/Step \d+ of the demo failed, at `.+`: out of order/), "\(errors)")
    #expect(try left(person) == ["tmp"])
  }

  @Test func `a demo that is ended by a signal leaves nothing either`() async throws {
    let person = try TemporaryDirectory()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["demo", "--print"], watching: .errors,
      environment: environment(person))

    // While it prepares: a round may be over before a busy machine comes to send the signal.
    let first = await run.lines.next()
    #expect(first == "Preparing a server, a notebook and a second device…")
    run.terminate()
    let status = await run.exitStatus()

    #expect(status == 130)
    #expect(try left(person) == ["tmp"])
  }

  @Test func `a demo that is killed takes its server along, and the next one clears up`()
    async throws
  {
    let person = try TemporaryDirectory()
    let killed = try ProgramRun(
      ProgramRun.built("marfa"), ["demo", "--print"], watching: .output,
      environment: environment(person))
    #expect(await killed.lines.next() != nil)

    killed.signal(SIGKILL)
    _ = await killed.exitStatus()
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: person.path + "/tmp").first)
    // The server has the lock until its end, and so has a step that had begun.
    let lock = "\(person.path)/tmp/\(folder)/lock"
    let ended = try await ProgramRun.run("/usr/bin/flock", ["--timeout", "60", lock, "true"])
    let next = try ProgramRun(
      ProgramRun.built("marfa"), ["demo", "--print"], watching: .errors,
      environment: environment(person, isNew: false))
    #expect(await next.lines.next() != nil)
    next.terminate()

    #expect(ended.status == 0)
    #expect(await next.exitStatus() == 130)
    #expect(try left(person) == ["tmp"])
  }

  @Test func `without a server next to it the demo says how to build one`() async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("demo --print")

    #expect(transcript.status == 3)
    #expect(transcript.error.contains("The demo needs the program marfa-server next to marfa"))
    #expect(transcript.error.contains("`swift build -c release` builds both"))
  }

  @Test func `without a terminal the demo is refused`() async throws {
    let transcript = await (try CommandFixture()).run("demo")

    #expect(transcript.status == 2)
    #expect(transcript.error.contains("`marfa demo --print` only prints what happens"))
  }
}
