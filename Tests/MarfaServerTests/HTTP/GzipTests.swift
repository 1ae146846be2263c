import Hummingbird
import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct GzipTests {
  @Test(arguments: [0, 1, 1000, 65_536, 300_000])
  func `compressed bytes come back`(count: Int) throws {
    var randomness = SeededRandomness(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...20, using: &randomness) }

    let compressed = try GzipStream.whole(.compress, bytes)

    #expect(compressed.prefix(2) == [0x1F, 0x8B])
    #expect(try GzipStream.whole(.decompress, compressed) == bytes)
  }

  @Test func `bytes that are no gzip are a failure`() {
    let plain = Array("plain".utf8)

    #expect(throws: GzipStream.Failure.self) { try GzipStream.whole(.decompress, plain) }
  }

  @Test(arguments: [[9], [0, 0], [0x1F], [0x1F, 0x8B, 8]] as [[UInt8]])
  func `bytes after the end that are no further member are a failure`(rest: [UInt8]) throws {
    let compressed = try GzipStream.whole(.compress, [1, 2, 3])

    #expect(throws: GzipStream.Failure.self) {
      try GzipStream.whole(.decompress, compressed + rest)
    }
  }

  @Test func `the members of one gzip are read as one`() async throws {
    let parts: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 7, count: 200_000), [4]]
    let members = try parts.flatMap { try GzipStream.whole(.compress, $0) }

    #expect(try GzipStream.whole(.decompress, members) == parts.flatMap { $0 })

    // However they are cut into pieces.
    for size in [1, 19, members.count] {
      let pieces = stride(from: 0, to: members.count, by: size).map {
        ByteBuffer(bytes: members[$0..<min($0 + size, members.count)])
      }
      let (body, source) = RequestBody.makeStream()
      let feeding = Task {
        for piece in pieces { await source.yield(piece) }
        source.finish()
      }
      var plain: [UInt8] = []
      for try await piece in GunzippedBody(base: body) { plain += piece.readableBytesView }
      await feeding.value
      #expect(plain == parts.flatMap { $0 })
    }
  }

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br", true), ("deflate, gzip;q=0.5", true), ("*", true),
    ("gzip;q=0", false), ("deflate", false), (nil, false), ("", false),
  ])
  func `gzip is sent to those who take it`(header: String?, isAccepted: Bool) {
    #expect(Compression.accepts(header) == isAccepted)
  }
}
