import Foundation
import Hummingbird
import MarfaModel
import NIOCore

extension Response {
  /// An answer in JSON from bytes that are JSON already.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer in JSON, by the fast way.
  static func json(
    _ value: some JSONConvertible, status: HTTPResponse.Status = .ok
  ) -> Response {
    json(value.jsonBytes(), status: status)
  }

  /// An answer in JSON from any value.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    json(JSONWriter.bytes(of: value), status: status)
  }

  /// An answer in JSON, for the rare and small.
  ///
  /// - Parameters:
  ///   - value: What to write.
  ///   - status: The status.
  /// - Returns: The answer.
  /// - Throws: Whatever the value's own coding throws.
  static func encoded(
    _ value: some Encodable, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return json([UInt8](try encoder.encode(value)), status: status)
  }

  /// The answer `{"ok": true}`.
  static var ok: Response { json(["ok": true]) }

  /// An answer in plain text.
  static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Response {
    Response(
      status: .ok, headers: [.contentType: contentType],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
