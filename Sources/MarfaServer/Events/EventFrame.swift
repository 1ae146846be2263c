import MarfaModel
import NIOCore

/// Records of a server-sent event stream as bytes (WHATWG HTML, section 9.2).
package enum EventFrame {
  /// An event of the log: `id`, `event` and one line of `data`.
  package static func event(_ event: StoredEvent) -> ByteBuffer {
    // The log's JSON has no line breaks: the writer escapes them.
    ByteBuffer(string: "id: \(event.id)\nevent: \(event.name.rawValue)\ndata: \(event.data)\n\n")
  }

  /// A comment, which keeps the connection known to be alive.
  package static let heartbeat = ByteBuffer(string: ": ping\n\n")

  /// The first record of a stream: the newest id of the log.
  ///
  /// It has an `id` only when the stream starts there. On a resumed stream it has none, because
  /// a client that then kept it would skip what is about to be replayed.
  package static func cursor(_ newest: Int64, resumes: Bool) -> ByteBuffer {
    let id = resumes ? "" : "id: \(newest)\n"
    return ByteBuffer(string: "\(id)event: stream_cursor\ndata: {\"id\":\"\(newest)\"}\n\n")
  }

  /// The last record of a stream that cannot go on where its client left off; without an id.
  package static func tooOld(minimum: Int64, requested: String) -> ByteBuffer {
    let data: JSONValue = [
      "min_retained_id": .string(String(minimum)), "requested": .string(requested),
    ]
    return ByteBuffer(
      string: "event: catchup_too_old\ndata: \(JSONWriter.string(of: data))\n\n")
  }
}
