import MarfaSDK
import NoteFiles
import TerminalUI

/// An attachment under the documented names of its fields.
enum AttachmentRecord {
  static let fields = ["hash", "name", "type", "size", "state", "message"]

  static func record(_ attachment: ItemAttachment) -> Record {
    let (state, message) = words(attachment.state)
    return Record([
      ("hash", .string(attachment.attachment.blobRef)),
      ("name", attachment.attachment.title.map { .string($0) } ?? .null),
      ("type", .string(attachment.attachment.mimeType)),
      ("size", attachment.size.map { .integer($0) } ?? .null), ("state", .string(state)),
      ("message", message.map { .string($0) } ?? .null),
    ])
  }

  /// A printer whose lines for people are the state, the size and the name.
  static func printer(
    _ format: FormatOptions, _ output: CommandOutput
  ) throws -> RecordPrinter {
    try RecordPrinter(format, fields: fields, output: output, human: { line(for: $0) })
  }

  private static func line(for record: Record) -> String {
    let size = record["size"]?.integerValue.map { ByteWords.size($0) } ?? "–"
    let words = ["state", "name", "message"].map { record[$0].map(Record.text) ?? "" }
    let end = words[2].isEmpty ? "" : "  (\(words[2]))"
    // A line break in a name would begin a row of its own.
    return "\(words[0])  \(size)  \(TextWidth.visible(words[1]))\(end)"
  }

  private static func words(
    _ state: ItemAttachment.State
  ) -> (state: String, message: String?) {
    switch state {
    case .here: ("here", nil)
    case .waiting: ("waiting", nil)
    case .paused: ("paused", nil)
    case .failed(let words): ("failed", words)
    case .stored: ("stored", nil)
    case .remote: ("remote", nil)
    }
  }
}
