import Hummingbird
import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

@Suite struct GzipTests {
  private func run(_ direction: GzipStream.Direction, _ bytes: [UInt8]) throws -> [UInt8] {
    let stream = try GzipStream(direction)
    var input = ByteBuffer(bytes: bytes)
    var output: [UInt8] = []
    var isFull = false
    repeat {
      let (piece, full) = try stream.step(&input, isLast: direction == .compress)
      isFull = full
      output += piece.readableBytesView
    } while isFull || input.readableBytes > 0
    return output
  }

  @Test(arguments: [0, 1, 1000, 65_536, 300_000])
  func `what is compressed comes back`(count: Int) throws {
    var randomness = SeededRandomness(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...20, using: &randomness) }

    let compressed = try run(.compress, bytes)

    #expect(compressed.prefix(2) == [0x1F, 0x8B])
    #expect(try run(.decompress, compressed) == bytes)
  }

  @Test func `bytes that are no gzip are a failure`() {
    #expect(throws: GzipStream.Failure.self) { try run(.decompress, Array("plain".utf8)) }
  }

  @Test func `bytes behind the end are a failure`() throws {
    let compressed = try run(.compress, [1, 2, 3])

    #expect(throws: GzipStream.Failure.self) { try run(.decompress, compressed + [9]) }
  }

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br", true), ("deflate, gzip;q=0.5", true), ("*", true),
    ("gzip;q=0", false), ("deflate", false), (nil, false), ("", false),
  ])
  func `gzip is sent to those who take it`(header: String?, isAccepted: Bool) {
    #expect(Compression.accepts(header) == isAccepted)
  }
}
