import Foundation
import GRDB
import MarfaSDK
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct StoreOpeningTests {
  @Test func `a new file and its folder belong to their owner only`() throws {
    let folder = TemporaryFolder()
    let path = folder.url.appending(path: "a/b/notes.sqlite").path

    _ = try LocalStore.open(path: path)

    #expect(try permissions(path) == 0o600)
    #expect(try permissions(folder.url.appending(path: "a/b").path) == 0o700)
  }

  @Test func `a store opens again with its schema`() throws {
    let folder = TemporaryFolder()
    let path = folder.url.appending(path: "notes.sqlite").path
    _ = try LocalStore.open(path: path)

    _ = try LocalStore.open(path: path)

    let queue = try DatabaseQueue(path: path)
    #expect(try queue.read { try $0.tableExists("item_fts") })
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
