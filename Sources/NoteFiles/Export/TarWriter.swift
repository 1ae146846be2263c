/// A tar archive (POSIX.1-1988 `ustar`) written from the first file to the last; the same files
/// always give the same bytes.
struct TarWriter: Sendable {
  private static let block = 512

  private let write: @Sendable ([UInt8]) throws -> Void

  /// An empty archive.
  ///
  /// - Parameter write: Takes the bytes piece by piece.
  init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) { self.write = write }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: Its name, at most 100 bytes.
  ///   - content: Its bytes.
  /// - Throws: What `write` throws.
  func add(_ name: String, _ content: [UInt8]) throws {
    try begin(name, size: Int64(content.count))
    try write(content)
    try end(size: Int64(content.count))
  }

  /// Adds a file from the disk.
  ///
  /// - Throws: `CommandFailure` when it cannot be read, or became shorter.
  func add(_ name: String, _ file: ArchiveFile) throws {
    try begin(name, size: file.size)
    var done: Int64 = 0
    while done < file.size {
      let piece = try file.read(at: done, count: Int(min(file.size - done, 1 << 20)))
      guard !piece.isEmpty else {
        throw CommandFailure(.failure, "\(file.path) became shorter while it was read.")
      }
      try write(piece)
      done += Int64(piece.count)
    }
    try end(size: file.size)
  }

  /// Ends the archive: two empty blocks.
  func finish() throws { try write([UInt8](repeating: 0, count: 2 * Self.block)) }

  private func begin(_ name: String, size: Int64) throws {
    var header = [UInt8](repeating: 0, count: Self.block)
    func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in bytes.enumerated() { header[offset + index] = byte }
    }
    put(name.utf8, at: 0)
    put("0000644".utf8, at: 100)
    put("0000000".utf8, at: 108)
    put("0000000".utf8, at: 116)
    put(Self.number(size), at: 124)
    put("00000000000".utf8, at: 136)
    put("        0".utf8, at: 148)
    put("ustar\u{0}00".utf8, at: 257)
    let sum = header.reduce(0) { $0 + Int($1) }
    put((Self.octal(Int64(sum), digits: 6) + "\u{0} ").utf8, at: 148)
    try write(header)
  }

  private func end(size: Int64) throws {
    let rest = Int(size % Int64(Self.block))
    if rest > 0 { try write([UInt8](repeating: 0, count: Self.block - rest)) }
  }

  /// A length: eleven octal digits, or from 8 GiB on a number of 63 bits after a byte of 128.
  private static func number(_ size: Int64) -> [UInt8] {
    if size < 1 << 33 { return Array(octal(size, digits: 11).utf8) }
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    return [0x80, 0, 0, 0] + bytes
  }

  private static func octal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
