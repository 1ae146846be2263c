/// The rules for names of types, which are dotted.
///
/// ```swift
/// let mayBeRegistered = TypeName.isRegistrable("user.recipe")
/// ```
public enum TypeName {
  /// First segments that belong to the platform or have rules of their own.
  public static let reservedRoots: Set<String> = ["core", "system", "app", "user", "marfa"]

  /// Whether the text is a name: two or more segments of `a-z0-9_-`, each starting with a letter.
  public static func isWellFormed(_ name: String) -> Bool {
    let segments = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard segments.count >= 2, name.utf8.count <= 200 else { return false }
    return segments.allSatisfy { segment in
      guard let first = segment.first, (97...122).contains(first) else { return false }
      return segment.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45
      }
    }
  }

  /// Whether anybody but the platform may register the name.
  ///
  /// `app.<app>.<type>` has three segments, `user.<type>` and `<publisher>.<type>` have two.
  public static func isRegistrable(_ name: String) -> Bool {
    guard isWellFormed(name) else { return false }
    let segments = name.split(separator: ".")
    switch segments[0] {
    case "app": return segments.count == 3
    case "user": return segments.count == 2
    default: return segments.count == 2 && !reservedRoots.contains(String(segments[0]))
    }
  }

  /// Whether the name is of a type that the platform keeps its own records in.
  public static func isSystem(_ name: String) -> Bool {
    name.hasPrefix("system.")
  }
}
