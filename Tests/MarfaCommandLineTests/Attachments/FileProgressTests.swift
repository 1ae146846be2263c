import Foundation
import MarfaModel
import Synchronization
import Testing

/// How far a command is with a file, as people read it.
@Suite(.timeLimit(.minutes(20))) struct FileProgressTests {
  /// A clock that is half a second later at each look.
  private final class HastyClock: WallClock {
    private let milliseconds = Mutex<Int64>(1_790_000_000_000)

    var now: Timestamp {
      milliseconds.withLock {
        $0 += 500
        return Timestamp(milliseconds: $0)
      }
    }
  }

  /// A note, and a file of 100 pieces.
  private func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture(now: HastyClock())
    _ = await fixture.note("--title Rye", text: "x\n")
    let path = fixture.directory.path + "/long.bin"
    try Data(count: 100 * 131_072).write(to: URL(filePath: path))
    return fixture
  }

  @Test func `without a terminal a line is written every ten seconds, apart from the result`()
    async throws
  {
    let fixture = try await fixture()

    let attached = await fixture.run("attach Rye long.bin")

    // Fifty seconds pass between the first piece and the last.
    let lines = attached.error.split(separator: "\n")
    #expect((4...5).contains(lines.count), "\(attached.error)")
    #expect(lines.allSatisfy { $0.hasPrefix("Hashing long.bin: ") && $0.hasSuffix(" of 13 MB.") })
    #expect(attached.output == "here  13 MB  long.bin\n")
  }

  @Test func `on a terminal one line is painted over, and goes`() async throws {
    let fixture = try await fixture()

    let attached = await fixture.run(["attach", "Rye", "long.bin"], line: "")

    let paintings = attached.error.split(separator: "\r")
    #expect(paintings.count > 50)
    #expect(paintings.dropLast().allSatisfy { $0.hasPrefix("Hashing long.bin: ") })
    #expect(attached.error.hasSuffix("\r\u{1b}[K"))
    #expect(!attached.error.contains("\n"))
  }

  @Test func `nothing is said where nobody asks for it`() async throws {
    let fixture = try await fixture()

    let attached = await fixture.run("attach Rye long.bin --quiet")

    #expect(attached.error == "")
    #expect(attached.output == "here  13 MB  long.bin\n")
  }
}
