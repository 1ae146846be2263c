import CZlib
import NIOCore

@testable import MarfaServer

extension GzipStream {
  /// Compresses or decompresses bytes that are there as a whole.
  static func whole(_ direction: Direction, _ bytes: [UInt8]) throws -> [UInt8] {
    let stream = try GzipStream(direction)
    var input = ByteBuffer(bytes: bytes)
    var output: [UInt8] = []
    var isFull = false
    repeat {
      let (piece, full) = try stream.step(&input, isLast: direction == .compress)
      isFull = full
      output += piece.readableBytesView
    } while isFull || input.readableBytes > 0
    guard direction == .compress || stream.isAtEnd else { throw Failure(code: Z_DATA_ERROR) }
    return output
  }
}
