import Foundation
import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct UploadsViewTests {
  private static func upload(
    _ name: String, _ place: Int, _ phase: BlobUploadProgress.Phase, of total: Int64,
    acknowledged: Int64 = 0, sent: Int64 = 0
  ) -> BlobUploadProgress {
    let state: BlobUploadProgress.State =
      switch phase {
      case .failed: .failed
      case .completed, .alreadyOnServer: .completed
      case .uploading, .verifying: .uploading(sent: sent, total: total)
      default: .pending
      }
    var progress = BlobUploadProgress(hash: name, state: state)
    (progress.name, progress.place, progress.phase) = (name, place, phase)
    (progress.acknowledged, progress.total) = (acknowledged, total)
    return progress
  }

  /// A screen over a store with a server, and uploads that are reported by hand.
  private func connected(
    columns: Int = 80, rows: Int = 24, isUnicode: Bool = true
  ) async throws -> (ApplicationFixture, BlobUploadProgressQuery) {
    let fixture = try await ApplicationFixture(
      columns: columns, rows: rows, isUnicode: isUnicode, sdk: try ServerByHand().store)
    let query = await fixture.showUploads()
    return (fixture, query)
  }

  /// The view ten seconds after uploads of each kind began.
  private func busy(
    columns: Int, isUnicode: Bool = true
  ) async throws -> (ApplicationFixture, BlobUploadProgressQuery) {
    let (fixture, query) = try await connected(columns: columns, isUnicode: isUnicode)
    await fixture.press("U")
    fixture.clock.advance(byMilliseconds: 1_000)
    let scan = Self.upload(
      "scan-0007.tar", 3, .failed("413 over the server's limit"), of: 6_200_000_000)
    query.receive(Self.upload("hide-map.png", 0, .verifying, of: 212_000, sent: 212_000))
    query.receive(
      Self.upload(
        "recording-04-28.wav", 1, .uploading, of: 810_000_000, acknowledged: 300_000_000,
        sent: 300_000_000))
    query.receive(Self.upload("rye.jpg", 2, .queued, of: 2_100_000))
    query.receive(scan)
    query.receive(Self.upload("letter.pdf", 4, .alreadyOnServer, of: 50_000))
    await fixture.settle()
    fixture.clock.advance(byMilliseconds: 10_000)
    query.receive(
      Self.upload(
        "recording-04-28.wav", 1, .uploading, of: 810_000_000, acknowledged: 320_000_000,
        sent: 324_000_000))
    await fixture.settle()
    return (fixture, query)
  }

  private func lines(_ fixture: ApplicationFixture, _ range: Range<Int>) -> [String] {
    Array(fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)[range])
      .map { String($0) }
  }

  @Test func `each file has a bar of its own, and all have one`() async throws {
    let (fixture, _) = try await busy(columns: 80)

    #expect(
      lines(fixture, 0..<8) == [
        " Uploads   2 active, 1 queued, 1 failed, 1 done",
        "  ▕██████████▋                ▏ 39%  320 MB of 812 MB  2.4 MB/s  3m",
        "",
        "▌ hide-map.png           212 kB verifying  ▕░░░░░░░░░░░▏   0%         –       –",
        "  recording-04-28.wav    810 MB uploading  ▕████▎      ▏  39%  2.4 MB/s      3m",
        "  rye.jpg                2.1 MB queued     ▕           ▏   0%",
        "  scan-0007.tar          6.2 GB failed     413 over the server's limit",
        "  letter.pdf              50 kB done       already on server",
      ])
  }

  @Test func `without Unicode the bars are of ASCII`() async throws {
    let (fixture, _) = try await busy(columns: 80, isUnicode: false)

    #expect(
      lines(fixture, 3..<6) == [
        "> hide-map.png           212 kB verifying  [-----------]   0%         -       -",
        "  recording-04-28.wav    810 MB uploading  [####       ]  39%  2.4 MB/s      3m",
        "  rye.jpg                2.1 MB queued     [           ]   0%",
      ])
  }

  @Test func `an upload that does not move for ten seconds is called stalled`() async throws {
    let (fixture, _) = try await busy(columns: 80)

    fixture.clock.advance(byMilliseconds: 11_000)
    await fixture.settle()

    #expect(
      lines(fixture, 3..<5) == [
        "▌ hide-map.png           212 kB verifying  ▕░░░░░░░░░░░▏   0%       stalled 21s",
        "  recording-04-28.wav    810 MB uploading  ▕████▎      ▏  39%       stalled 11s",
      ])
  }

  @Test func `a file that waits after a failure says when it is tried again`() async throws {
    let (fixture, query) = try await connected()
    await fixture.press("U")
    var upload = Self.upload(
      "rye.jpg", 0, .waiting("no connection"), of: 2_100_000, acknowledged: 1_050_000)
    upload.nextAttemptAt = fixture.application.context.now().addingTimeInterval(12)

    query.receive(upload)
    await fixture.settle()
    #expect(
      lines(fixture, 3..<4) == [
        "▌ rye.jpg                2.1 MB waiting    ▕█████▌     ▏  50%  again in 12 s, …"
      ])
    #expect(lines(fixture, 20..<21) == [" again in 12 s, no connection"])

    fixture.clock.advance(byMilliseconds: 2_000)
    await fixture.settle()
    #expect(fixture.screen.contains("again in 10 s, no connection"))
  }

  @Test func `the line above the status line has the bar of all`() async throws {
    let (fixture, query) = try await busy(columns: 80)

    await fixture.press("esc")
    #expect(lines(fixture, 21..<22) == [" ↑ 1 of 4 hide-map.png         ▕██████▎         ▏ 39%"])

    for name in ["hide-map.png", "recording-04-28.wav", "rye.jpg"] {
      query.receive(Self.upload(name, 0, .completed, of: 1))
    }
    await fixture.press("U")
    #expect(lines(fixture, 0..<1) == [" Uploads   1 failed, 4 done"])
    await fixture.press("esc")
    #expect(!fixture.screen.contains("▕"))
  }

  @Test func `a narrow line has the number of changes rather than the bar of the files`()
    async throws
  {
    let server = try ServerByHand()
    let fixture = try await ApplicationFixture(columns: 40, rows: 12, sdk: server.store)
    let query = await fixture.showUploads()
    fixture.clock.advance(
      byMilliseconds: server.clock.now.milliseconds - fixture.clock.now.milliseconds)
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    query.receive(Self.upload("a.png", 0, .uploading, of: 100, acknowledged: 20, sent: 20))
    await fixture.settle()

    fixture.clock.advance(byMilliseconds: 2_000)
    query.receive(Self.upload("a.png", 0, .uploading, of: 100, acknowledged: 20, sent: 21))
    await fixture.settle()

    #expect(fixture.screen.contains("0 of 1 sent"))
    #expect(fixture.screen.contains("↑ 0 of 1 20%"))
  }

  @Test func `a file that arrived earlier is not counted with those that begin later`() async throws
  {
    let (fixture, query) = try await connected()
    query.receive(Self.upload("a", 0, .queued, of: 10))
    await fixture.press("U")
    query.receive(Self.upload("a", 0, .completed, of: 10))
    await fixture.press("j")
    #expect(lines(fixture, 0..<1) == [" Uploads   1 done"])

    query.receive(Self.upload("b", 0, .queued, of: 10))
    await fixture.press("j")
    #expect(lines(fixture, 0..<1) == [" Uploads   1 queued"])
    #expect(fixture.application.context.sync.uploads.total?.count == 1)
  }

  @Test func `the server's words about the selected file are at the foot`() async throws {
    let (fixture, _) = try await busy(columns: 60)

    await fixture.press("j j j")

    #expect(lines(fixture, 20..<21) == [" 413 over the server's limit"])
  }

  @Test func `quitting names what is under way, and how it goes on`() async throws {
    let (fixture, query) = try await busy(columns: 120)
    await fixture.press("esc Q")

    #expect(fixture.screen.contains("“hide-map.png” (verifying)"))
    #expect(fixture.screen.contains("marfa sync --wait"))
    await fixture.press("enter")
    #expect(!fixture.host.hasQuit)

    await fixture.press("Q y")
    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.interruptedUploads == 2)
    query.stop()
  }

  @Test func `the question at quitting breaks no command at its hyphens`() async throws {
    let (fixture, query) = try await busy(columns: 80)
    await fixture.press("esc Q")

    #expect(!fixture.screen.contains("--\n") && !fixture.screen.contains("- │"))
    #expect(fixture.screen.contains("--wait`"))
    query.stop()
  }

  @Test func `a file that is still being read holds nothing up, and no key acts while leaving`()
    async throws
  {
    let (fixture, query) = try await busy(columns: 120)
    let uploads = fixture.application.context.sync.uploads
    let reading = uploads.beginReading("large.bin")
    uploads.read(reading, 1, of: 100)
    await fixture.press("esc Q")
    #expect(fixture.screen.contains("What is still being read is not attached."))

    fixture.application.handle(.key(KeyEvent(.character("y"))))
    #expect(fixture.application.actions.quitting.isLeaving)
    fixture.application.handle(.key(KeyEvent(.character("n"))))
    await fixture.settle()

    #expect(fixture.host.hasQuit)
    query.stop()
  }

  @Test func `quitting may leave the rest to another process`() async throws {
    let (fixture, _) = try await busy(columns: 120)

    await fixture.press("esc Q")
    #expect(fixture.screen.contains("y quit now   b go on in the background   Enter cancel"))
    await fixture.press("b")

    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.sendsInBackground)
  }
}
