import Hummingbird
import MarfaModel
import NIOCore

/// The file of a multipart form, read as it arrives.
///
/// It is the first part with a file name, or named `file`; other parts are passed over.
struct FormFile {
  private var parser: MultipartParser
  private var pieces: RequestBody.AsyncIterator
  private var events: [MultipartParser.Event] = []
  private var isOver = false

  init(parser: MultipartParser, pieces: RequestBody.AsyncIterator) {
    self.parser = parser
    self.pieces = pieces
  }

  /// Reads up to the file's content.
  ///
  /// - Returns: Its media type, as the form says; may be empty.
  /// - Throws: `ValidationError` when the form is malformed or has no file.
  mutating func findFile() async throws -> String {
    while let event = try await nextEvent() {
      guard case .part(let headers) = event else { continue }
      let disposition = headers["content-disposition"].flatMap { MediaType($0) }
      guard let parameters = disposition?.parameters,
        parameters["filename"] != nil || parameters["name"] == "file"
      else { continue }
      return headers["content-type"] ?? ""
    }
    throw ValidationError(
      code: ErrorCode.missingRequiredField, message: "The form has no file.",
      details: ["field": "file"])
  }

  /// The next bytes of the file; nil at its end, when the whole form has been read.
  mutating func nextPiece() async throws -> ByteBuffer? {
    while let event = try await nextEvent() {
      switch event {
      case .content(let bytes): if !isOver { return ByteBuffer(bytes: bytes) }
      case .partEnd: isOver = true
      case .part, .end: continue
      }
    }
    return nil
  }

  /// The next event; nil after the form's last delimiter.
  private mutating func nextEvent() async throws -> MultipartParser.Event? {
    while events.isEmpty {
      if parser.isFinished { return nil }
      guard let piece = try await pieces.next() else {
        throw ValidationError(message: "The form ends before its last boundary.")
      }
      do {
        events = try parser.consume(piece.readableBytesView).reversed()
      } catch {
        throw ValidationError(message: "The form cannot be read: \(error.reason).")
      }
    }
    return events.popLast()
  }
}
