import Foundation

/// Many open event streams, read by one thread.
final class StreamReaders {
  /// What is once in every record that is counted, and nowhere in what we publish.
  private let mark: [UInt8]
  private let sockets: [Int32]
  private var polls: [pollfd]
  /// How much of the mark each stream has seen, and how many marks.
  private var matched: [Int]
  private var records: [Int]
  private var piece = [UInt8](repeating: 0, count: 65_536)

  /// Opens streams and waits for the head of each.
  convenience init(count: Int, port: Int, path: String, headers: [String]) throws {
    try self.init(
      paths: Array(repeating: path, count: count), port: port, headers: headers, mark: "\nid: ")
  }

  /// Opens streams and waits for the head of each.
  ///
  /// - Parameters:
  ///   - paths: What each asks for.
  ///   - port: The server's port on loopback.
  ///   - headers: The header fields of each.
  ///   - mark: What is once in every record that is counted; begins with a line break.
  /// - Throws: When the server refuses one.
  init(paths: [String], port: Int, headers: [String], mark: String) throws {
    self.mark = Array(mark.utf8)
    sockets = try paths.map { path in
      let socket = try LoopbackClient.connect(port: port)
      try LoopbackClient.send(
        socket,
        LoopbackClient.bytes("GET \(path)", headers: headers + ["Accept: text/event-stream"]))
      return socket
    }
    for socket in sockets {
      let head = try LoopbackClient.head(socket).head
      guard head.hasPrefix("HTTP/1.1 200") else { throw LoopbackClient.Failure(what: head) }
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }
    polls = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // The line break before the first record may have come with the head.
    matched = Array(repeating: 1, count: paths.count)
    records = Array(repeating: 0, count: paths.count)
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// Reads what has come already, and counts records from now on.
  func begin() throws {
    while poll(&polls, nfds_t(polls.count), 100) > 0 { _ = try readReady() }
    for index in records.indices { records[index] = 0 }
  }

  /// Blocks until every stream has received a number of records, and starts to count again.
  func wait(for count: Int) throws {
    var waiting = records.count { $0 < count }
    while waiting > 0 {
      guard poll(&polls, nfds_t(polls.count), 30_000) > 0 else {
        throw LoopbackClient.Failure(what: "\(waiting) streams are silent")
      }
      if try readReady() { waiting = records.count { $0 < count } }
    }
    for index in records.indices { records[index] -= count }
  }

  /// Reads every stream that has something.
  ///
  /// - Returns: Whether a record was among it.
  private func readReady() throws -> Bool {
    var hasRecord = false
    for index in polls.indices where polls[index].revents != 0 {
      let count = read(sockets[index], &piece, piece.count)
      guard count > 0 else { throw LoopbackClient.Failure(what: "a stream ended: \(errno)") }
      let before = records[index]
      scan(index, count)
      if records[index] > before { hasRecord = true }
    }
    return hasRecord
  }

  /// Finds the marks, also those that two reads divide.
  private func scan(_ index: Int, _ count: Int) {
    var state = matched[index]
    var found = 0
    let mark = mark
    piece.withUnsafeBufferPointer { bytes in
      for byte in bytes[..<count] {
        if byte == mark[state] {
          state += 1
          if state == mark.count {
            found += 1
            state = 0
          }
        } else {
          state = byte == mark[0] ? 1 : 0
        }
      }
    }
    matched[index] = state
    records[index] += found
  }
}
