/// How one text differs from another, by lines.
///
/// ```swift
/// let difference = LineDifference(from: "rye\nwater\n", to: "rye\nsalt\n")
/// let isSame = difference.isEmpty
/// ```
public struct LineDifference: Hashable, Sendable {
  /// A line of either text, with its line feed if it has one.
  public enum Line: Hashable, Sendable {
    /// In both.
    case same(String)
    /// Only in the old text.
    case removed(String)
    /// Only in the new text.
    case added(String)
  }

  /// The lines in order; of a change the removed ones come first.
  public let lines: [Line]

  /// Compares two texts.
  public init(from old: String, to new: String) {
    let before = TextTokens.lines(of: old)
    let after = TextTokens.lines(of: new)
    let partners = TokenAlignment.partners(before, after)
    var lines: [Line] = []
    var next = 0
    for (index, token) in before.enumerated() {
      guard let partner = partners[index] else {
        lines.append(.removed(String(token.text)))
        continue
      }
      lines += after[next..<partner].map { .added(String($0.text)) }
      lines.append(.same(String(token.text)))
      next = partner + 1
    }
    self.lines = lines + after[next...].map { .added(String($0.text)) }
  }

  /// Whether the texts are the same.
  public var isEmpty: Bool {
    lines.allSatisfy { if case .same = $0 { true } else { false } }
  }
}
