/// The bytes of a control sequence between `ESC [` and its final byte (ECMA-48 §5.4).
struct ControlSequence: Sendable {
  /// Longer sequences are swallowed without being understood.
  static let limit = 64

  private(set) var bytes: [UInt8] = []
  private(set) var isOverlong = false

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isOverlong = true }
  }

  /// The private marker `<`, `=`, `>` or `?` before the parameters.
  var marker: UInt8? {
    bytes.first.flatMap { (0x3c...0x3f).contains($0) ? $0 : nil }
  }

  /// Whether intermediate bytes (0x20…0x2f) are present; no key of ours has any.
  var hasIntermediates: Bool { bytes.contains { (0x20...0x2f).contains($0) } }

  /// The parameters; each is its sub-parameters, with nil for an empty one.
  var parameters: [[Int?]] {
    let digits = bytes.drop { (0x3c...0x3f).contains($0) }
    guard !digits.isEmpty else { return [] }
    return digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 8 else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
