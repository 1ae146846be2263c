import Foundation
import MarfaModel
import NIOCore
import Synchronization
import Testing

@testable import MarfaServer

/// The room on the disk is looked at while bytes come, and not only at the head of a request.
@Suite(.timeLimit(.minutes(20))) struct RoomWhileWritingTests {
  /// A disk whose room ends when a test says so.
  private final class Disk: Sendable {
    let free = Mutex<Int64>(1 << 40)

    var room: DiskRoom { DiskRoom(floor: 1 << 20) { [self] in free.withLock { $0 } } }

    func fill() { free.withLock { $0 = 0 } }
  }

  private static let piece = ByteBuffer(repeating: 7, count: RoomWatch.step)

  private func service(
    _ disk: Disk, _ body: (BlobService, StoreFixture) async throws -> Void
  ) async throws {
    let fixture = try StoreFixture()
    let bytes = FileBlobStore(root: fixture.directory + "/blobs")
    try await bytes.prepare()
    let limits = BlobService.Limits(room: disk.room)
    try await body(
      BlobService(index: fixture.store, bytes: bytes, clock: fixture.clock, limits: limits), fixture
    )
    let incoming = try FileManager.default.contentsOfDirectory(
      atPath: fixture.directory + "/blobs/incoming")
    #expect(incoming == [])
    try await fixture.store.close()
  }

  @Test func `a blob is given up when the room for it ends`() async throws {
    let disk = Disk()
    try await service(disk) { service, _ in
      let error = await #expect(throws: APIError.self) {
        try await service.receive(mediaType: "text/plain", from: "key") { take in
          try await take(Self.piece)
          disk.fill()
          try await take(Self.piece)
        }
      }

      #expect(error?.status == 507)
      #expect(error?.details?["limit"] == .integer(1 << 20))
    }
  }

  @Test func `an upload keeps what came before its room ended, and goes on there`() async throws {
    let disk = Disk()
    try await service(disk) { service, fixture in
      let uploads = UploadService(
        blobs: service, ids: ItemIdGenerator(seed: 5, clock: fixture.clock))
      let size = Int64(RoomWatch.step)
      let upload = try await uploads.create(
        length: String(size * 2), metadata: nil, credentialId: "key")
      let (pieces, piece) = AsyncStream.makeStream(of: ByteBuffer.self)
      piece.yield(Self.piece)
      piece.yield(Self.piece)
      piece.finish()
      let count = Mutex(0)
      let body = pieces.map { piece in
        // The first finds room.
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { disk.fill() }
        return piece
      }

      let error = await #expect(throws: APIError.self) {
        try await uploads.add(
          UploadService.Piece(offset: "0", contentLength: size * 2, checksum: nil, body: body),
          to: upload.id, credentialId: "key", leave: {})
      }

      #expect(error?.status == 507)
      #expect(try await uploads.status(of: upload.id, credentialId: "key").offset == size)
    }
  }
}
