import Foundation
import Glibc
import MarfaModel
import Synchronization

/// Reads the records of a spooled archive, one by one, on whatever thread asks.
final class RecordLines: Sendable {
  /// The longest line, in bytes.
  private static let longestLine = 64 << 20

  private struct State {
    var offset: Int64 = 0
    var buffer: [UInt8] = []
    var number = 0
    var isAtEnd = false
  }

  private let file: OpenFile
  private let blobs: Set<String>
  private let state = Mutex(State())

  /// Reads a file; records of blobs that are not among those given are an error.
  init(_ file: OpenFile, blobs: Set<String>) {
    self.file = file
    self.blobs = blobs
  }

  /// The next record; nil at the end.
  func next() throws -> ArchiveRecord? {
    try state.withLock { state in
      while let line = try nextLine(&state) {
        state.number += 1
        guard !line.isEmpty else { continue }
        let record = try ArchiveLine.record(line, number: state.number)
        if case .blob(let blob) = record, !blobs.contains(blob.hash) {
          throw ValidationError(
            code: ErrorCode.invalidRequest, message: "The archive lacks the bytes of a blob.",
            details: ["hash": .string(blob.hash)])
        }
        return record
      }
      return nil
    }
  }

  private func nextLine(_ state: inout State) throws -> [UInt8]? {
    while true {
      if let end = state.buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(state.buffer[..<end])
        state.buffer.removeFirst(end + 1)
        return line
      }
      if state.isAtEnd {
        guard !state.buffer.isEmpty else { return nil }
        defer { state.buffer = [] }
        return state.buffer
      }
      guard state.buffer.count <= Self.longestLine else {
        throw ValidationError(
          code: ErrorCode.invalidRequest, message: "A line of the archive is too long.")
      }
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
