import Hummingbird
import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 1000, 65_536, 300_000])
  func `what is compressed comes back`(count: Int) throws {
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

  @Test func `bytes behind the end are a failure`() throws {
    let compressed = try GzipStream.whole(.compress, [1, 2, 3])

    #expect(throws: GzipStream.Failure.self) {
      try GzipStream.whole(.decompress, compressed + [9])
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
