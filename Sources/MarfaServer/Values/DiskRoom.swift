import Glibc
import HTTPTypes
import MarfaModel

/// Whether the disk has room for more; a disk without any is a danger to what is there.
public struct DiskRoom: Sendable {
  /// Bytes that stay free.
  let floor: Int64
  /// Bytes that are free; nil when the file system does not say.
  let free: @Sendable () -> Int64?

  /// Watches the disk of a folder.
  ///
  /// - Parameters:
  ///   - floor: Bytes that stay free; 0 watches nothing.
  ///   - free: Reports how many bytes are free; nil when that is not known.
  public init(floor: Int64, free: @escaping @Sendable () -> Int64?) {
    self.floor = floor
    self.free = free
  }

  /// Watches the disk of a folder.
  ///
  /// - Parameters:
  ///   - floor: Bytes that stay free; 0 watches nothing.
  ///   - folder: A folder on the disk.
  public init(floor: Int64, ofDiskWith folder: String) {
    self.init(floor: floor) {
      var disk = statvfs()
      guard statvfs(folder, &disk) == 0 else { return nil }
      return Int64(clamping: disk.f_bavail * disk.f_frsize)
    }
  }

  /// A disk that nobody watches.
  public static let unwatched = DiskRoom(floor: 0) { nil }

  /// Refuses what would take room that has to stay.
  ///
  /// - Parameter size: Bytes that are to be written.
  /// - Throws: `APIError` with status 507 and the limit.
  func check(for size: Int64 = 0) throws {
    guard floor > 0, let free = free(), free - size < floor else { return }
    throw APIError(
      code: ErrorCode.internalError,
      message: "The server's disk has less than \(floor) bytes free, which it keeps: nothing is "
        + "written until there is room. Reading and deleting go on.", status: 507,
      details: ["limit": .integer(floor)])
  }

  /// Whether a request may need room, as far as its head says.
  static func isNeeded(by method: HTTPRequest.Method, _ path: String?) -> Bool {
    switch method {
    // Who deletes makes room.
    case .get, .head, .options, .delete: false
    default: path.map { !Self.laterPaths.contains($0) } ?? true
    }
  }

  /// What writes nothing or makes room, and what is judged once its body is read.
  private static let laterPaths: Set<String> = [
    "/blobs/known", "/blobs/cleanup", "/items/bulk_action", "/documents/{key}/sync",
    "/documents/{key}/detach",
  ]
}

/// Looks at the disk again and again while something long is written to it: at the beginning of
/// each nobody knew of the others.
package struct RoomWatch {
  /// Bytes between two looks.
  package static let step = 4 << 20

  private let room: DiskRoom
  private var count = 0

  init(_ room: DiskRoom) { self.room = room }

  /// Counts bytes that are about to be written.
  ///
  /// - Throws: As `DiskRoom.check(for:)`.
  mutating func take(_ bytes: Int) throws {
    count += bytes
    guard count >= Self.step else { return }
    count = 0
    try room.check()
  }
}
