/// A path with `{name}` for what varies.
struct PathTemplate: Sendable {
  private enum Part {
    case fixed(String)
    case named(String)
  }

  private let parts: [Part]

  /// Reads a template.
  ///
  /// - Parameter text: Such as `/items/{id}/tags`.
  init(_ text: String) {
    parts = text.split(separator: "/").map { part in
      part.hasPrefix("{") ? .named(String(part.dropFirst().dropLast())) : .fixed(String(part))
    }
  }

  /// The segments that a path has where this varies; nil when the path is another.
  func match(_ segments: [String]) -> [String: String]? {
    guard parts.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .fixed(let text): guard text == segment else { return nil }
      case .named(let name): found[name] = segment
      }
    }
    return found
  }
}
