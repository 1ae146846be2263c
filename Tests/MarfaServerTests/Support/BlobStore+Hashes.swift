import MarfaServer

extension BlobStore {
  /// Every address that has content, in no order.
  func hashes() async throws -> [BlobHash] {
    var hashes: [BlobHash] = []
    for byte in UInt8.min...UInt8.max { hashes += try await self.hashes(beginningWith: byte) }
    return hashes
  }
}
