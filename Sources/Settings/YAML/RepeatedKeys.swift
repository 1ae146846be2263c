/// Keys of a YAML text that are named more than once in a mapping, so that all of it can be read.
///
/// The parser refuses such a text as a whole. Each key that it names is masked: its first character
/// becomes one of its own, which no other key has, so that every place stays what it was.
struct RepeatedKeys {
  /// More are not looked for: each costs another reading of the text.
  private static let maximumCount = 100

  private var scalars: [Unicode.Scalar]
  /// What the masked keys are called, by place.
  private(set) var names: [SourcePosition: String] = [:]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The text with a key masked; nil if the key is not at its place or there are too
  /// many.
  mutating func mask(_ name: String, at place: SourcePosition) -> String? {
    guard names.count < Self.maximumCount, names[place] == nil, var index = index(of: place),
      let mask = Unicode.Scalar(0xf0000 + UInt32(names.count))
    else { return nil }
    if scalars[index] == "\"" || scalars[index] == "'" { index += 1 }
    let written = name.unicodeScalars
    guard !written.isEmpty, scalars[index...].starts(with: written) else { return nil }
    scalars[index] = mask
    names[place] = name
    return String(String.UnicodeScalarView(scalars))
  }

  private func index(of place: SourcePosition) -> Int? {
    var start = 0
    for _ in 1..<max(1, place.line) {
      guard let end = scalars[start...].firstIndex(of: "\n") else { return nil }
      start = end + 1
    }
    let index = start + place.column - 1
    return index < scalars.count ? index : nil
  }
}
