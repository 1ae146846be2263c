import Foundation
import MarfaModel

/// One record of an archive as a line of JSON: `{"kind", "value"}`.
enum ArchiveLine {
  private struct Blob: Codable {
    var hash: String
    var mimeType: String
    var size: Int64
    var createdAt: String

    enum CodingKeys: String, CodingKey {
      case hash, size
      case mimeType = "mime_type"
      case createdAt = "created_at"
    }
  }

  private struct Line<Value: Encodable>: Encodable {
    var kind: String
    var value: Value
  }

  /// The line of a record, with its line break.
  static func bytes(of record: ArchiveRecord) throws -> Data {
    switch record {
    case .settings(let value): try line("settings", value)
    case .profile(let value): try line("profile", value)
    case .type(let value): try line("type", value)
    case .edgeType(let value): try line("edge_type", value)
    case .item(let value): try line("item", value)
    case .edge(let value): try line("edge", value)
    case .blob(let blob):
      try line(
        "blob",
        Blob(
          hash: blob.hash, mimeType: blob.mimeType, size: blob.size,
          createdAt: blob.createdAt.iso8601))
    }
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line break.
  ///   - number: The line's number, from 1, for the error.
  /// - Returns: The record.
  /// - Throws: `ValidationError` with `invalid_request` and the line.
  static func record(_ bytes: some Sequence<UInt8>, number: Int) throws -> ArchiveRecord {
    do {
      let json = try JSONParser.parse(bytes)
      let value = json.objectValue?["value"] ?? .null
      switch json.objectValue?["kind"]?.stringValue {
      case "settings": return .settings(try JSONRequestDecoder.decode(from: value))
      case "profile": return .profile(try JSONRequestDecoder.decode(from: value))
      case "type": return .type(try JSONRequestDecoder.decode(from: value))
      case "edge_type": return .edgeType(try JSONRequestDecoder.decode(from: value))
      case "item": return .item(try JSONRequestDecoder.decode(from: value))
      case "edge": return .edge(try JSONRequestDecoder.decode(from: value))
      case "blob": return .blob(try blob(value))
      default: throw wrong(number, "of an unknown kind")
      }
    } catch let error as JSONSyntaxError {
      throw wrong(number, "not JSON: \(error.reason.rawValue)")
    } catch let error as DecodingError {
      let error = ValidationError(error)
      let reason = error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...]
      throw wrong(number, "wrong: \(reason)", field: error.details?["field"]?.stringValue)
    }
  }

  private static func blob(_ value: JSONValue) throws -> StoredBlob {
    let blob = try JSONRequestDecoder.decode(Blob.self, from: value)
    return StoredBlob(
      hash: blob.hash, mimeType: blob.mimeType, size: blob.size,
      createdAt: try ItemRules.timestamp(blob.createdAt, field: "created_at"))
  }

  private static func line(_ kind: String, _ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    var data = try encoder.encode(Line(kind: kind, value: value))
    data.append(UInt8(ascii: "\n"))
    return data
  }

  /// The error for a line that is not as it has to be.
  static func wrong(_ number: Int, _ what: String, field: String? = nil) -> ValidationError {
    var details: [String: JSONValue] = ["line": .integer(Int64(number))]
    if let field { details["field"] = .string(field) }
    return ValidationError(
      code: ErrorCode.invalidRequest, message: "Line \(number) of the archive is \(what).",
      details: details)
  }
}
