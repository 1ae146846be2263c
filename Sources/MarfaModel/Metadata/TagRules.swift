import Foundation

/// The rules for tags: flat, kebab-case, merged as a set.
///
/// ```swift
/// let tag = TagRules.normalize("Bread")
/// let all = TagRules.union(["bread"], ["rye"])
/// ```
public enum TagRules {
  /// The tag of what a person starred.
  public static let favorite = "favorite"
  /// The tag of a copy that a conflict left.
  public static let conflictedCopy = "conflicted-copy"
  /// How long a tag may be, in UTF-8 bytes.
  public static let maximumLength = 200

  /// The tag in kebab-case, or nil when nothing of it is left.
  ///
  /// A leading `#` is dropped, letters become small, runs of anything but letters, digits, marks
  /// and `:` `/` `.` `_` become one hyphen, and hyphens at the ends go.
  public static func normalize(_ tag: some StringProtocol) -> String? {
    // Most tags are as they are to be, as their bytes show in a tenth of the time.
    if isPlain(tag) { return String(tag) }
    var scalars = String.UnicodeScalarView()
    var gap = false
    for scalar in tag.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars {
      if isTagScalar(scalar) {
        if gap, !scalars.isEmpty { scalars.append("-") }
        gap = false
        scalars.append(scalar)
      } else {
        gap = true
      }
    }
    let result = String(scalars)
    return result.isEmpty || result.utf8.count > maximumLength ? nil : result
  }

  /// Whether a tag is of small letters, digits and the four signs, with single hyphens between.
  private static func isPlain(_ tag: some StringProtocol) -> Bool {
    var length = 0
    var isHyphen = true
    for byte in tag.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"):
        isHyphen = false
      case UInt8(ascii: "-") where !isHyphen: isHyphen = true
      default: return false
      }
      length += 1
    }
    return !isHyphen && length <= maximumLength
  }

  /// Whether a tag is as `normalize` would leave it.
  public static func isValid(_ tag: String) -> Bool {
    normalize(tag) == tag
  }

  /// Normalized tags, without doubles, sorted.
  ///
  /// - Parameter tags: Tags as somebody wrote them.
  /// - Returns: The tags as they are stored.
  /// - Throws: `ValidationError` with `validation_error` and the place of a tag of which
  ///   nothing is left.
  public static func normalized(_ tags: some Sequence<String>) throws -> [String] {
    try normalized(Array(tags))
  }

  /// The same of a list, of which other modules would not get a version of their own.
  ///
  /// - Parameter tags: Tags as somebody wrote them.
  /// - Returns: The tags as they are stored.
  /// - Throws: `ValidationError` with `validation_error` and the place of a tag of which
  ///   nothing is left.
  public static func normalized(_ tags: [String]) throws -> [String] {
    var result: Set<String> = []
    for (index, tag) in tags.enumerated() {
      guard let good = normalize(tag) else {
        throw ValidationError(
          message: "A tag has letters or digits, and at most \(maximumLength) bytes.",
          details: ["field": .string("tags[\(index)]")])
      }
      result.insert(good)
    }
    return result.sorted()
  }

  /// All tags of both, sorted: what concurrent changes merge to.
  public static func union(_ left: [String], _ right: [String]) -> [String] {
    Set(left).union(right).sorted()
  }

  /// The tags after changes on both sides of a common state; an addition wins over a removal.
  public static func merge(base: [String], mine: [String], theirs: [String]) -> [String] {
    let base = Set(base)
    let mine = Set(mine)
    let theirs = Set(theirs)
    let removed = base.subtracting(mine).union(base.subtracting(theirs))
    let added = mine.subtracting(base).union(theirs.subtracting(base))
    return base.subtracting(removed).union(added).sorted()
  }

  private static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ":", "/", ".", "_": true
    // Joins emoji of several scalars.
    case "\u{200D}": true
    case "a"..."z", "0"..."9": true
    case _ where scalar.value < 128: false
    default: isTagCategory(scalar.properties.generalCategory) || scalar.properties.isEmoji
    }
  }

  private static func isTagCategory(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
