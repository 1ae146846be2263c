import MarfaModel

/// Finds what a map from patterns says of a name.
///
/// A pattern is a name, `parent.*` for everything below a name, or `*`. The most specific that
/// fits decides: the name itself, then the longest `parent.*`, then `*`.
enum PermissionPattern {
  /// Whether the text can be a pattern; one that is none would fit no name, and a key would lack
  /// without a word what it seems to have.
  static func isWellFormed(_ pattern: String) -> Bool {
    if pattern == "*" { return true }
    let name = pattern.hasSuffix(".*") ? pattern.dropLast(2) : pattern[...]
    let segments = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.utf8.count <= 200
      && segments.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2D, 0x3A, 0x5F, 0x7E: true
    default: false
    }
  }

  /// What the map says of a name; nil when no pattern fits.
  static func level(of name: String, in map: [String: PermissionLevel]) -> PermissionLevel? {
    named(name, in: map)?.level ?? map["*"]
  }

  /// Whether a map gives everything that a pattern of another map gives.
  ///
  /// More specific patterns that take some of it away must be in the other map as well.
  static func covers(
    _ pattern: String, _ level: PermissionLevel, of wanted: [String: PermissionLevel],
    by held: [String: PermissionLevel]
  ) -> Bool {
    let family = pattern.hasSuffix(".*") ? String(pattern.dropLast(2)) : nil
    // Below a family any name may come, here one that no pattern of the map can be.
    let general =
      pattern == "*" ? held["*"] : self.level(of: family.map { $0 + ".\u{0}" } ?? pattern, in: held)
    guard let general, general.rank >= level.rank else { return false }
    return held.allSatisfy { name, exception in
      let isWithin = pattern == "*" ? name != "*" : family.map { name.hasPrefix($0 + ".") } ?? false
      guard isWithin, name != pattern, exception.rank < level.rank else { return true }
      return wanted[name].map { $0.rank <= exception.rank } ?? false
    }
  }

  /// What the map says of a name in particular, `*` set aside.
  static func named(_ name: String, in map: [String: PermissionLevel]) -> Match? {
    guard !map.isEmpty else { return nil }
    if let level = map[name] { return Match(name: name, isFamily: false, level: level) }
    var rest = name[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let level = map["\(rest).*"] {
        return Match(name: String(rest), isFamily: true, level: level)
      }
    }
    return nil
  }

  /// A pattern that fits a name.
  struct Match {
    /// The pattern without its star.
    let name: String
    /// Whether it is for everything below the name.
    let isFamily: Bool
    let level: PermissionLevel

    /// Whether everything that this pattern names is named by another as well.
    func isWithin(_ other: Match) -> Bool {
      other.isFamily && name.hasPrefix(other.name + ".")
    }
  }
}

extension PermissionLevel {
  /// How much it gives, from nothing on.
  fileprivate var rank: Int {
    switch self {
    case .none: 0
    case .read: 1
    case .write: 2
    }
  }
}
