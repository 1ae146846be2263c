import Foundation

/// The address of a server, and the addresses of what it has.
struct ServerAddress: Hashable, Sendable {
  /// The address, without a slash at its end.
  let base: String
  private let scheme: String
  private let host: String

  /// Takes an `http` or `https` address; user, query and fragment are left out.
  init(_ url: URL) {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    var text = parts.string ?? url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    base = text
    scheme = parts.scheme?.lowercased() ?? ""
    host = (parts.host ?? "").lowercased().trimmingCharacters(in: ["[", "]"])
  }

  /// Whether what is sent there can be read by others: `http` to another machine.
  var isCleartext: Bool {
    scheme != "https"
      && !(host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
        || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || ("0"..."9").contains($0) })
  }

  /// The address of a path with a query; the path is encoded already, the query is not.
  func url(_ path: String, _ query: [URLQueryItem]) -> String {
    guard !query.isEmpty else { return base + path }
    let pairs = query.map { item in
      PercentEncoding.query(item.name) + "=" + PercentEncoding.query(item.value ?? "")
    }
    return base + path + "?" + pairs.joined(separator: "&")
  }
}

/// Text as a part of an address (RFC 3986, section 2).
enum PercentEncoding {
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// A name or a value of a query.
  static func query(_ text: String) -> String { encoded(text, keeping: []) }

  /// One segment of a path.
  ///
  /// - Throws: `ValidationError` with `invalid_id` for a name that is no segment: empty, `.` or
  ///   `..`, which would be another path.
  static func segment(_ text: String) throws -> String {
    guard !text.isEmpty, text != ".", text != ".." else {
      throw ValidationError(
        code: ErrorCode.invalidId, message: "\u{201C}\(text)\u{201D} is not an id.", status: nil)
    }
    return encoded(text, keeping: [UInt8(ascii: ":"), UInt8(ascii: "@")])
  }

  private static func encoded(_ text: String, keeping kept: Set<UInt8>) -> String {
    var result = ""
    for byte in text.utf8 {
      if unreserved.contains(byte) || kept.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
