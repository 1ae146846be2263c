import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(30))) struct UnusedBlobsTests {
  private static let day: Int64 = 86_400_000

  /// A note with a file whose bytes are as old as can be.
  private func attached(
    _ fixture: StoreFixture, bytes: [UInt8] = [1, 2, 3]
  ) async throws -> (note: Item, hash: String) {
    let note = try await fixture.note("Rye")
    let files = try #require(fixture.client.attachments)
    let added = try await files.add(data: bytes, to: note.id, title: "x")
    try age(added.attachment.blobRef, fixture)
    return (note, added.attachment.blobRef)
  }

  private func age(_ hash: String, _ fixture: StoreFixture) throws {
    let old = timespec(tv_sec: 0, tv_nsec: 0)
    let path = try fixture.store.blobs.path(of: hash)
    try #require(utimensat(AT_FDCWD, path, [old, old], 0) == 0)
  }

  private func isHere(_ hash: String, _ fixture: StoreFixture) throws -> Bool {
    try fixture.store.blobs.size(of: hash) != nil
  }

  @Test func `a blob that was taken away goes after its grace period`() async throws {
    let fixture = try await StoreFixture()
    let (note, hash) = try await attached(fixture)
    fixture.clock.advance(byMilliseconds: 100 * Self.day)
    let attachedYet = try await fixture.store.removeUnusedBlobs()
    try await fixture.client.attachments?.remove(hash, from: note.id)
    fixture.clock.advance(byMilliseconds: 29 * Self.day)
    let early = try await fixture.store.removeUnusedBlobs()
    fixture.clock.advance(byMilliseconds: 2 * Self.day)

    let late = try await fixture.store.removeUnusedBlobs()

    #expect(attachedYet.isEmpty)
    #expect(early.isEmpty)
    #expect(late == [hash])
    #expect(try !isHere(hash, fixture))
    #expect(try await fixture.store.blobStatistics().count == 0)
  }

  @Test func `the trash keeps a blob, a purge begins its grace period`() async throws {
    let fixture = try await StoreFixture()
    let (note, hash) = try await attached(fixture)
    _ = try await fixture.store.transitionItem(id: note.id, to: .trashed)
    fixture.clock.advance(byMilliseconds: 100 * Self.day)
    let trashed = try await fixture.store.removeUnusedBlobs()
    try await fixture.store.purgeItem(id: note.id)
    let purged = try await fixture.store.removeUnusedBlobs()
    fixture.clock.advance(byMilliseconds: 31 * Self.day)

    let late = try await fixture.store.removeUnusedBlobs()

    #expect(trashed.isEmpty)
    #expect(purged.isEmpty)
    #expect(late == [hash])
  }

  @Test func `an old version that names a blob keeps it`() async throws {
    let fixture = try await StoreFixture()
    let (note, hash) = try await attached(fixture)
    let other = try await fixture.note("Other", properties: ["blob_ref": .string(hash)])
    try await fixture.client.attachments?.remove(hash, from: note.id)
    _ = try await fixture.store.updateItem(
      id: other.id, properties: ["blob_ref": .null],
      options: UpdateOptions(snapshot: .always))
    fixture.clock.advance(byMilliseconds: 100 * Self.day)

    #expect(try await fixture.store.removeUnusedBlobs().isEmpty)
    #expect(try isHere(hash, fixture))
  }

  @Test func `a blob that waits for the server stays`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store.logIn(to: ServerIdentity(url: "https://notes.example"))
    let (_, hash) = try await attached(fixture)
    fixture.clock.advance(byMilliseconds: 100 * Self.day)

    #expect(try await fixture.store.removeUnusedBlobs().isEmpty)
    #expect(try isHere(hash, fixture))
  }

  @Test func `bytes that just arrived stay, no matter who brought them`() async throws {
    let fixture = try await StoreFixture()
    let (note, hash) = try await attached(fixture)
    try await fixture.client.attachments?.remove(hash, from: note.id)
    fixture.clock.advance(byMilliseconds: 100 * Self.day)
    // As an import does that is about to attach them.
    let isKnown = try fixture.store.blobs.refresh(hash)
    let now = timespec(tv_sec: Int(fixture.clock.now.milliseconds / 1000), tv_nsec: 0)
    utimensat(AT_FDCWD, try fixture.store.blobs.path(of: hash), [now, now], 0)

    #expect(isKnown)
    #expect(try await fixture.store.removeUnusedBlobs().isEmpty)
    #expect(try isHere(hash, fixture))
  }

  @Test func `an old file that no item names goes, one that an item names stays`() async throws {
    let fixture = try await StoreFixture()
    let stray = try await fixture.store.blobs.take(bytes: [1]).hash
    let named = try await fixture.store.blobs.take(bytes: [2]).hash
    for hash in [stray, named] { try age(hash, fixture) }
    let note = try await fixture.note("Rye")
    _ = try await fixture.store.updateItem(
      id: note.id, properties: [:],
      options: UpdateOptions(attachments: [Attachment(blobRef: named, mimeType: "text/plain")]))

    #expect(try await fixture.store.removeUnusedBlobs() == [stray])
    #expect(try isHere(named, fixture))
  }

  @Test(arguments: ["incoming", "partial", "marks"])
  func `what was begun and not touched for a week goes, also without a server`(
    folder: String
  ) async throws {
    let fixture = try await StoreFixture()
    let hash = try await attached(fixture).hash
    let root = URL(filePath: try fixture.store.blobs.path(of: hash))
      .deletingLastPathComponent().deletingLastPathComponent().path
    let (left, begun) = ("\(root)/\(folder)/left", "\(root)/\(folder)/begun")
    try FileManager.default.createDirectory(
      atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    for path in [left, begun] { try Data([1]).write(to: URL(filePath: path)) }
    let old = timespec(tv_sec: time(nil) - 8 * 86_400, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, left, [old, old], 0) == 0)

    try await fixture.store.performIdleWork()

    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: begun))
  }

  @Test func `the figures say what is unused and what is missing`() async throws {
    let fixture = try await StoreFixture()
    let gone = try await attached(fixture, bytes: [1, 2, 3, 4]).hash
    let (other, hash) = try await attached(fixture)
    try await fixture.client.attachments?.remove(hash, from: other.id)
    unlink(try fixture.store.blobs.path(of: gone))

    let figures = try await fixture.store.blobStatistics()

    #expect(figures.count == 2)
    #expect(figures.byteCount == 7)
    #expect(figures.unusedCount == 1)
    #expect(figures.unusedByteCount == 3)
    #expect(figures.missing == [gone])
  }
}
