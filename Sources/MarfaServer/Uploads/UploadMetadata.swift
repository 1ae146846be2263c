import Foundation

/// The pairs of an `Upload-Metadata` header (tus 1.0.0, creation).
///
/// `filename d29ybGQ=,is_private`: a key and a value in Base64, or a key alone.
public struct UploadMetadata: Hashable, Sendable {
  /// Values by key, decoded; empty for a key alone.
  public let values: [String: String]

  /// Reads a header; an absent one has no pairs.
  ///
  /// - Throws: `UploadRefusal.malformed` for a doubled key, an empty one, a value that is not
  ///   Base64 or not UTF-8.
  public init(header: String?) throws(UploadRefusal) {
    var values: [String: String] = [:]
    for pair in (header ?? "").split(separator: ",") {
      let words = pair.split(separator: " ", omittingEmptySubsequences: true)
      guard let key = words.first, words.count <= 2, values[String(key)] == nil,
        // The key goes back into a header.
        key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
      else { throw .malformed(.metadata) }
      let encoded = words.count == 2 ? String(words[1]) : ""
      guard let bytes = Data(base64Encoded: encoded),
        let value = String(validating: bytes, as: UTF8.self)
      else { throw .malformed(.metadata) }
      values[String(key)] = value
    }
    self.values = values
  }

  /// The pairs that were read before.
  public init(values: [String: String]) {
    self.values = values
  }

  /// The pairs as a header, sorted by key; nil when there are none.
  public var header: String? {
    guard !values.isEmpty else { return nil }
    return values.sorted { $0.key < $1.key }.map { key, value in
      value.isEmpty ? key : "\(key) \(Data(value.utf8).base64EncodedString())"
    }
    .joined(separator: ",")
  }

  /// The hash under `sha256`, with or without its prefix; nil when there is none.
  ///
  /// - Throws: `UploadRefusal.malformed` when the value is no hash.
  public func hash() throws(UploadRefusal) -> BlobHash? {
    guard let text = values["sha256"] else { return nil }
    guard let hash = BlobHash(text) ?? BlobHash(digits: text.lowercased()) else {
      throw .malformed(.hash)
    }
    return hash
  }

  /// The media type under `filetype`, `mime_type` or `content_type`, if it is one.
  public var mediaType: String {
    let named = ["filetype", "mime_type", "content_type"].compactMap { values[$0] }.first
    return named.flatMap { MediaType.isWellFormed($0) ? $0 : nil } ?? "application/octet-stream"
  }
}
