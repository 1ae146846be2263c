import Documents
import Foundation
import MarfaModel

/// A client of documents on one blocking connection: its replica, and what it exchanges.
final class DocumentDevice {
  let id: String
  let key: String
  private(set) var replica: Replica
  private let port: Int
  private let authorization: String
  private let socket: Int32
  private var piece = [UInt8](repeating: 0, count: 1 << 20)

  /// Activates a client.
  init(_ servers: ServerPair, key: String) throws {
    (self.key, port, authorization) = (key, servers.ours.port, servers.authorization)
    let answer = try LoopbackClient.request(
      port: port, "POST /documents/clients",
      headers: [authorization, "Content-Type: application/json"],
      body: #"{"client_key":"benchmark"}"#)
    guard
      let id = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["client_id"]?.stringValue,
      let actor = ActorID(id)
    else { throw LoopbackClient.Failure(what: answer.body) }
    self.id = id
    replica = Replica(key: key, actor: actor)
    socket = try LoopbackClient.connect(port: port)
  }

  deinit {
    close(socket)
  }

  /// Its path of a watch stream.
  var watchPath: String { "/documents/watch?client=\(id)&key=\(key)" }

  /// Attaches, to the body of a note if one is named.
  func attach(to item: String? = nil) throws {
    try exchange("attach", item.map { "&item_id=\($0)&field=body" } ?? "")
  }

  /// Sends what was typed and takes what others typed.
  func sync() throws { try exchange("sync") }

  /// Sends the last edits, and takes part no more.
  func detach() throws { try exchange("detach") }

  /// Makes the text of the document.
  func begin(_ text: String) throws {
    try replica.update { root, _ in
      try root.set("body", to: JSONText())
      try root.jsonText("body")?.edit(0, 0, text)
    }
  }

  /// Types a letter at the end.
  func type() throws {
    let count = replica.readingRoot.jsonText("body")?.count ?? 0
    try replica.update { root, _ in _ = try root.jsonText("body")?.edit(count, count, "x") }
  }

  private func exchange(_ verb: String, _ query: String = "") throws {
    let body = replica.pack().encoded()
    let head = LoopbackClient.bytes(
      "POST /documents/\(key)/\(verb)?client=\(id)\(query)",
      headers: [
        authorization, "Content-Type: application/octet-stream", "Content-Length: \(body.count)",
      ])
    try LoopbackClient.send(socket, head + body)
    _ = try replica.apply(ChangePack(decoding: answer()))
  }

  /// The body of the next answer.
  private func answer() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var end: Int?
    while true {
      let count = read(socket, &piece, piece.count)
      guard count > 0 else { throw LoopbackClient.Failure(what: "read: \(errno)") }
      bytes += piece[..<count]
      if end == nil {
        guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
        let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 200") else { throw LoopbackClient.Failure(what: head) }
        let length = head.lowercased().split(separator: "\r\n")
          .first { $0.hasPrefix("content-length: ") }
        end = blank.upperBound + (length.flatMap { Int($0.dropFirst(16)) } ?? 0)
      }
      if let end, bytes.count >= end {
        let head = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
        return Array(bytes[head..<end])
      }
    }
  }
}
