/// The formats of strings that schemas name.
///
/// ```swift
/// let isAddress = StringFormat.url.accepts("https://example.org/rye")
/// ```
public enum StringFormat: String, Hashable, Sendable, CaseIterable {
  /// An absolute URL: a scheme, a colon and something without spaces.
  case url
  /// An RFC 3339 date and time, or a date alone.
  case datetime
  /// A language tag of BCP 47 (RFC 5646), by its outer form.
  case bcp47
  /// The address of a blob: `sha256:` and 64 lower-case hexadecimal digits.
  case blob

  /// Whether a string is of the format.
  public func accepts(_ text: String) -> Bool {
    switch self {
    case .url: StringFormat.isURL(text)
    case .datetime: Timestamp(iso8601: text) != nil
    case .bcp47: StringFormat.isLanguageTag(text)
    case .blob: StringFormat.isBlobReference(text)
    }
  }

  /// RFC 3986, section 3.1, with an unescaped non-ASCII rest allowed.
  private static func isURL(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      isLetter(first)
    else { return false }
    let schemeIsGood = bytes[..<colon].allSatisfy {
      isLetter($0) || isDigit($0) || $0 == 43 || $0 == 45 || $0 == 46
    }
    let rest = bytes[bytes.index(after: colon)...]
    guard schemeIsGood, !rest.isEmpty, rest.allSatisfy({ $0 > 32 && $0 != 127 }) else {
      return false
    }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return true }
    let authority = rest.dropFirst(2).prefix { $0 != 47 && $0 != 63 && $0 != 35 }
    return rest.starts(with: [47, 47]) && !authority.isEmpty
  }

  private static func isLanguageTag(_ text: String) -> Bool {
    let subtags = text.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = subtags.first, language.allSatisfy(isLetter),
      (2...8).contains(language.count) || text.lowercased().hasPrefix("x-")
        || text.lowercased().hasPrefix("i-")
    else { return false }
    return subtags.dropFirst().allSatisfy { subtag in
      (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  private static func isBlobReference(_ text: String) -> Bool {
    let prefix = "sha256:"
    let digits = text.utf8.dropFirst(prefix.utf8.count)
    return text.hasPrefix(prefix) && digits.count == 64
      && digits.allSatisfy { isDigit($0) || (97...102).contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 32)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte)
  }
}
