import Foundation

/// Where a request goes when the server sends it elsewhere.
///
/// The rule is stricter than a browser's: a credential never leaves the origin that it was given
/// for, a change is never sent to another host, and nothing goes from `https` to `http`.
package enum RedirectRule {
  /// The most redirects of one request.
  package static let maximumCount = 5

  /// What is done about an answer.
  package enum Decision: Sendable {
    /// The answer is the one that the caller gets.
    case accept
    /// The next request is sent.
    case follow(HTTPRequest)
    /// The request ends with this error.
    case refuse(HTTPTransportError)
  }

  /// Fields that are only for the origin of the first request.
  private static let privateFields = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// Decides about an answer.
  ///
  /// - Parameters:
  ///   - head: What was answered.
  ///   - request: What was asked.
  /// - Returns: What is done. A redirect without `Location`, and a 301 or 302 for a change, are
  ///   answers like any other.
  package static func decide(_ head: HTTPResponseHead, for request: HTTPRequest) -> Decision {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"]
    else { return .accept }
    let isReading = request.method == "GET" || request.method == "HEAD"
    if !isReading, head.status <= 302 { return .accept }
    guard let old = URL(string: request.url),
      let new = URL(string: location, relativeTo: old)?.absoluteURL,
      let origin = Origin(new), let oldOrigin = Origin(old)
    else {
      return .refuse(HTTPTransportError(.badRedirect, "The server redirects without an address."))
    }
    if oldOrigin.scheme == "https", origin.scheme != "https" {
      return refusal(origin, "which is not encrypted")
    }
    var next = request
    next.url = new.absoluteString
    if head.status == 303, !isReading {
      next.method = "GET"
      next.body = nil
      next.headers["Content-Type"] = nil
    }
    if origin != oldOrigin {
      if request.staysAtOrigin {
        return refusal(origin, "where marfa sends nothing; use that address if it is the right one")
      }
      if next.method != "GET", next.method != "HEAD" {
        return refusal(origin, "where a change is not sent")
      }
      for name in privateFields { next.headers[name] = nil }
    }
    return .follow(next)
  }

  private static func refusal(_ origin: Origin, _ reason: String) -> Decision {
    .refuse(
      HTTPTransportError(
        .badRedirect, "The server redirects to \(origin.address), \(reason)."))
  }

  /// Scheme, host and port (RFC 6454, section 4).
  private struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: Int

    init?(_ url: URL) {
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
        let host = url.host()?.lowercased(), !host.isEmpty
      else { return nil }
      self.scheme = scheme
      self.host = host
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// As a person writes it; the usual port is not named.
    var address: String {
      let place = host.contains(":") ? "[\(host)]" : host
      return "\(scheme)://\(place)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")
    }
  }
}
