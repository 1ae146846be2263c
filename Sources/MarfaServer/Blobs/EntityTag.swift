/// Comparisons of entity tags (RFC 9110, section 8.8.3 and 13.1).
package enum EntityTag {
  /// The strong tag of a blob, with its quotes.
  package static func of(_ hash: BlobHash) -> String { "\"\(hash)\"" }

  /// Whether an `If-None-Match` header names the tag, so that 304 is the answer.
  ///
  /// The comparison is weak: `W/` is left out of account. `*` names every tag.
  package static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { entry in
      let entry = trimmed(entry)
      return entry == "*" || entry == tag || (entry.hasPrefix("W/") && entry.dropFirst(2) == tag)
    }
  }

  /// Whether an `If-Range` header lets a `Range` header stand: it is absent or the tag itself.
  package static func permitsRange(_ header: String?, _ tag: String) -> Bool {
    header.map { trimmed(Substring($0)) == tag } ?? true
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
