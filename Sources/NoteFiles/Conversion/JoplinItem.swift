import Foundation
import MarfaSDK

/// One item of Joplin as its exports write it: a title, a text, and lines of `key: value` at the
/// end.
struct JoplinItem {
  /// What an item is, as `type_` says.
  enum Kind: Int {
    case note = 1
    case folder = 2
    case resource = 4
    case tag = 5
    case noteTag = 6
  }

  /// What it is.
  let kind: Kind
  /// 32 hexadecimal digits.
  let id: String
  /// The first line.
  let title: String
  /// The text between the title and the fields.
  let body: String
  /// The fields at the end.
  let fields: [String: String]

  /// Reads an item; nil for a text that is none, or of a kind that means nothing to us.
  init?(_ text: String) {
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map(Substring.init)
    var end = lines.count
    while end > 0, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
    var start = end
    var fields: [String: String] = [:]
    while start > 0, !lines[start - 1].allSatisfy(\.isWhitespace) {
      guard let colon = lines[start - 1].firstIndex(of: ":") else { return nil }
      let value = lines[start - 1][colon...].dropFirst()
      fields[String(lines[start - 1][..<colon])] = value.trimmingCharacters(in: .whitespaces)
      start -= 1
    }
    guard let id = fields["id"], Self.isId(id), let number = fields["type_"].flatMap({ Int($0) }),
      let kind = Kind(rawValue: number)
    else { return nil }
    // A blank line parts the fields from what is before, and the title from the text.
    let content = lines[..<max(start - 1, 0)]
    (self.kind, self.id, self.fields) = (kind, id, fields)
    title = content.first?.trimmingCharacters(in: .whitespaces) ?? ""
    body = content.dropFirst(2).joined(separator: "\n")
  }

  /// What our exports call themselves.
  static let ownApplication = "marfa"

  /// The id that a note has here, where an export of ours wrote it; nil for others.
  var ownId: String? {
    guard fields["source_application"] == Self.ownApplication else { return nil }
    var dashed = ""
    for (index, digit) in id.enumerated() {
      if [8, 12, 16, 20].contains(index) { dashed.append("-") }
      dashed.append(digit)
    }
    return UUIDv7.isValid(dashed) ? dashed : nil
  }

  /// Whether a text is an id.
  static func isId(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A field that is not empty.
  func field(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether a field is a number other than 0.
  func isSet(_ name: String) -> Bool { field(name).flatMap { Int64($0) }.map { $0 != 0 } ?? false }

  /// A time; the person's own one where there is one.
  func time(_ name: String) -> Timestamp? {
    (field("user_" + name) ?? field(name)).flatMap { Timestamp(iso8601: $0) }
  }
}
