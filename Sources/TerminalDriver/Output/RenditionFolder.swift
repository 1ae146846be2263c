/// Makes what ncurses sends shorter without changing what it shows.
///
/// ncurses sets the character set with every change of attributes, sends colours apart from
/// modes, and changes both for blanks that look the same either way: a third of a first screen.
/// Here the sequences between two characters become one, or none. Whatever is not known passes
/// as it is. It gets all bytes of whole frames, in order.
struct RenditionFolder {
  /// What the terminal has; nil while that is not known.
  private var shown: Rendition?
  /// What it is to have before the next character; nil while that is not known.
  private var wanted: Rendition?
  private var isASCIISet = false
  private var output: [UInt8] = []

  private static let escape: UInt8 = 0x1b

  /// Forgets what the terminal has, as when somebody else wrote to it.
  mutating func forget() {
    (shown, wanted) = (nil, nil)
    isASCIISet = false
  }

  /// The shorter form of a frame's bytes.
  mutating func fold(_ bytes: [UInt8]) -> [UInt8] {
    output = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == Self.escape {
        index = foldSequence(bytes, at: index)
      } else {
        fold(bytes[index])
        index += 1
      }
    }
    settle()
    defer { output = [] }
    return output
  }

  private mutating func fold(_ byte: UInt8) {
    switch byte {
    case 0x08, 0x0d: break
    case 0x20:
      if let shown, let wanted, shown.ofBlank == wanted.ofBlank { break }
      settle()
    default: settle()
    }
    output.append(byte)
  }

  // MARK: - Sequences

  private mutating func foldSequence(_ bytes: [UInt8], at start: Int) -> Int {
    guard start + 1 < bytes.count else {
      pass(bytes[start...])
      return bytes.count
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return foldControl(bytes, at: start)
    case UInt8(ascii: "("): return foldCharacterSet(bytes, at: start)
    default:
      pass(bytes[start..<start + 2])
      return start + 2
    }
  }

  private mutating func foldCharacterSet(_ bytes: [UInt8], at start: Int) -> Int {
    let end = min(bytes.count, start + 3)
    let isASCII = end == start + 3 && bytes[start + 2] == UInt8(ascii: "B")
    if !isASCII || !isASCIISet { output += bytes[start..<end] }
    isASCIISet = isASCII
    return end
  }

  /// `CSI`, parameters 30…3F, intermediates 20…2F and a final byte (ECMA-48, 5.4).
  private mutating func foldControl(_ bytes: [UInt8], at start: Int) -> Int {
    var end = start + 2
    while end < bytes.count, (0x20...0x3f).contains(bytes[end]) { end += 1 }
    guard end < bytes.count else {
      pass(bytes[start...])
      return bytes.count
    }
    let body = bytes[start + 2..<end]
    let sequence = bytes[start...end]
    switch bytes[end] {
    case UInt8(ascii: "m"): foldRendition(body, sequence)
    // Moving the cursor shows nothing.
    case UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "G"), UInt8(ascii: "H"),
      UInt8(ascii: "d"):
      output += sequence
    default: pass(sequence)
    }
    return end + 1
  }

  private mutating func foldRendition(_ body: ArraySlice<UInt8>, _ sequence: ArraySlice<UInt8>) {
    let parameters = Self.parameters(body)
    let base = parameters?.first == 0 ? .plain : wanted
    if let parameters, let next = base?.applying(parameters) {
      wanted = next
    } else {
      pass(sequence)
      (shown, wanted) = (nil, nil)
    }
  }

  /// Numbers between semicolons, where nothing is 0; nil for anything else.
  private static func parameters(_ body: ArraySlice<UInt8>) -> [UInt16]? {
    var result: [UInt16] = [0]
    for byte in body {
      switch byte {
      case UInt8(ascii: ";"): result.append(0)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard result[result.count - 1] < 1000 else { return nil }
        result[result.count - 1] = result[result.count - 1] * 10 + UInt16(byte - 0x30)
      default: return nil
      }
    }
    return result
  }

  // MARK: - Output

  private mutating func pass(_ bytes: ArraySlice<UInt8>) {
    settle()
    output += bytes
  }

  /// Gives the terminal what it is to have.
  private mutating func settle() {
    guard let wanted, wanted != shown else { return }
    let parameters = wanted.parameters(from: shown)
    shown = wanted
    output += [Self.escape, UInt8(ascii: "[")]
    if parameters != [0] {
      output += parameters.map(String.init).joined(separator: ";").utf8
    }
    output.append(UInt8(ascii: "m"))
  }
}
