import CZlib

/// Decompresses DEFLATE data piece by piece (RFC 1951), through zlib, which the server needs
/// anyway.
///
/// No package for zip archives is available; zlib does the part of them that is worth a library.
package enum Inflate {
  /// The data is no DEFLATE data, or ends early.
  package struct Failure: Error, Hashable {}

  /// Bytes that come out at a time.
  private static let pieceSize = 65_536

  /// Decompresses until the data's own end.
  ///
  /// - Parameters:
  ///   - next: Gives the next compressed bytes; empty when there are none.
  ///   - take: Receives decompressed bytes in order.
  /// - Throws: `Failure`, or what the closures throw.
  package static func run(
    next: () throws -> [UInt8], take: ([UInt8]) throws -> Void
  ) throws {
    // zlib keeps the address of the stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      inflateEnd(stream)
      stream.deallocate()
    }
    // A negative window says that there is neither head nor checksum around the data; the function
    // is what the macro `inflateInit2` calls, see <https://zlib.net/manual.html>.
    let code = inflateInit2_(
      stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw Failure() }
    var isAtEnd = false
    while !isAtEnd {
      let input = try next()
      if input.isEmpty { throw Failure() }
      isAtEnd = try expand(input, stream, take)
    }
  }

  /// Takes all of the input, or what belongs to the data; answers whether the data has ended.
  private static func expand(
    _ input: [UInt8], _ stream: UnsafeMutablePointer<z_stream>, _ take: ([UInt8]) throws -> Void
  ) throws -> Bool {
    try input.withUnsafeBufferPointer { bytes in
      // zlib only reads there.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.avail_in = UInt32(bytes.count)
      repeat {
        let (piece, code) = step(stream)
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw Failure() }
        if !piece.isEmpty { try take(piece) }
        if code == Z_STREAM_END { return true }
        // Room that was left says that the input is used up.
      } while stream.pointee.avail_out == 0
      return false
    }
  }

  private static func step(_ stream: UnsafeMutablePointer<z_stream>) -> ([UInt8], Int32) {
    var code: Int32 = Z_OK
    let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { room, count in
      stream.pointee.next_out = room.baseAddress
      stream.pointee.avail_out = UInt32(pieceSize)
      code = inflate(stream, Z_NO_FLUSH)
      count = pieceSize - Int(stream.pointee.avail_out)
    }
    return (piece, code)
  }
}
