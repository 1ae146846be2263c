import Foundation
import Glibc
import MarfaModel
import Synchronization

/// Reads the records of a spooled archive, one by one, on whatever thread asks.
final class RecordLines: Sendable {
  /// The longest line, in bytes.
  private static let longestLine = 64 << 20

  private struct State {
    /// How much of the file is in the buffer or was.
    var offset: Int64 = 0
    var buffer: [UInt8] = []
    /// Where the next line begins in the buffer.
    var start = 0
    var number = 0
    var isAtEnd = false
    var lacking: [String] = []
  }

  private let file: OpenFile
  private let blobs: BlobSizes
  private let state = Mutex(State())

  /// Bytes of the blobs that are there, by hash.
  typealias BlobSizes = [String: Int64]

  /// Reads a file; records of blobs that are not among those given, with their sizes, are passed
  /// over.
  init(_ file: OpenFile, blobs: BlobSizes) {
    self.file = file
    self.blobs = blobs
  }

  /// The blobs whose records were passed over.
  var lacking: [String] { state.withLock { $0.lacking } }

  /// The next record; nil at the end.
  func next() throws -> ArchiveSource.Line? {
    try state.withLock { state in
      while let line = try nextLine(&state) {
        state.number += 1
        guard !line.isEmpty else { continue }
        let record = try Self.record(line, state.number)
        let found = ArchiveSource.Line(number: state.number, size: line.count, record: record)
        guard case .blob(let blob) = record else { return found }
        guard let size = blobs[blob.hash] else {
          state.lacking.append(blob.hash)
          continue
        }
        guard size == blob.size else {
          throw ArchiveLine.wrong(
            state.number, "about another size of its blob: \(blob.size) bytes, not \(size)",
            field: "size")
        }
        return found
      }
      return nil
    }
  }

  /// Reads a line; an error says which it is.
  private static func record(_ line: [UInt8], _ number: Int) throws -> ArchiveRecord {
    do {
      return try ArchiveLine.record(line, number: number)
    } catch let error as any MarfaError where error.details?["line"] == nil {
      throw ArchiveRules.refusal(error, ofLine: number)
    }
  }

  private func nextLine(_ state: inout State) throws -> [UInt8]? {
    var searched = state.start
    while true {
      if let end = state.buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(state.buffer[state.start..<end])
        state.start = end + 1
        return line
      }
      if state.isAtEnd {
        guard state.start < state.buffer.count else { return nil }
        defer { state.start = state.buffer.count }
        return Array(state.buffer[state.start...])
      }
      guard state.buffer.count - state.start <= Self.longestLine else {
        throw ArchiveLine.wrong(state.number + 1, "too long")
      }
      state.buffer.removeFirst(state.start)
      state.start = 0
      searched = state.buffer.count
      try fill(&state)
    }
  }

  private func fill(_ state: inout State) throws {
    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 20) { space, count in
      count = try file.read(at: state.offset, into: UnsafeMutableRawBufferPointer(space))
    }
    state.offset += Int64(piece.count)
    state.isAtEnd = piece.isEmpty
    state.buffer += piece
  }
}
