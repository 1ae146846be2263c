import Foundation

/// A zip archive for tests, which may lie.
struct ZipFile {
  private var files: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  /// What comes before the directory's end record in place of the true numbers.
  var saidCount: Int?

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    let sum = bytes.reduce(0xFFFF_FFFF as UInt32) { state, byte in
      (0..<8).reduce(state ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    return Int(~sum)
  }

  /// Adds a file: `packed` are its bytes compressed by DEFLATE (nil stores it as it is), `mode` is
  /// the Unix mode; `size`, `sum` and `place` are what the directory says instead of the truth.
  mutating func add(
    _ name: String, _ content: [UInt8], packed: [UInt8]? = nil, size: Int? = nil,
    mode: Int = 0o100644, flags: Int = 0, method: Int? = nil, sum: Int? = nil, place: Int? = nil
  ) {
    let number = Self.number
    let body = packed ?? content
    let method = method ?? (packed == nil ? 0 : 8)
    // 2 January 2020, 03:04:06.
    let common =
      number(flags, 2) + number(method, 2) + number(0x1883, 2) + number(0x5022, 2)
      + number(sum ?? Self.checksum(content), 4) + number(body.count, 4)
      + number(size ?? content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
    let offset = files.count
    files += [0x50, 0x4B, 3, 4] + number(20, 2) + common + Array(name.utf8) + body
    directory +=
      [0x50, 0x4B, 1, 2] + number(3 << 8 | 20, 2) + number(20, 2) + common + number(0, 2)
      + number(0, 2) + number(0, 2) + number(mode << 16, 4) + number(place ?? offset, 4)
      + Array(name.utf8)
    count += 1
  }

  mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  /// The whole archive.
  var bytes: [UInt8] {
    let number = Self.number
    return files + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(saidCount ?? count, 2)
      + number(saidCount ?? count, 2) + number(directory.count, 4) + number(files.count, 4)
      + number(0, 2)
  }

  /// Writes it.
  func write(to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
