import Foundation
import MarfaModel
import MarfaServer

/// Makes the same history in each process: what is kept of it must be the same, too.
///
/// - Parameter directory: An empty data directory.
/// - Throws: What the store has against it.
func writeHistory(in directory: String) async throws {
  let clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
  let store = try SQLiteServerStore(
    directory: directory, clock: clock, ids: ItemIdGenerator(seed: 7, clock: clock))
  let context = WriteContext(access: FullAccess(), credentialId: "c", source: "history")
  func id(_ number: Int) -> String {
    "01900000-0000-7000-8000-" + String(format: "%012d", number)
  }
  func note(_ number: Int, edges: [String: [String]] = [:]) -> CreateItemInput {
    CreateItemInput(
      id: id(number), type: "core.note",
      properties: ["title": .string("Note \(number)"), "body": "text", "notes": "more"],
      tags: ["heron", "reed", "pond", "water"], edges: edges,
      extensions: ["user.b": ["y": 1, "x": 2], "user.a": ["z": 1], "user.c": ["w": 1]])
  }

  let mutations: [StoreMutation] = [
    .createItem(note(1)), .createItem(note(2)), .createItem(note(3)),
    .createItem(note(4, edges: ["references": [id(1), id(2)], "about": [id(3), id(1)]])),
    .bulkItems(BulkBody(entries: (5..<9).map { note($0) }, atomic: false, emitEvents: true)),
    .setTags(id: id(1), ["owl", "fox", "reed"]), .addTags(id: id(2), ["z", "a", "m"]),
    .removeTag(id: id(2), "reed"),
    .setExtension(id: id(3), namespace: "user.d", ["k": 1, "j": [1, 2]]),
    .removeExtension(id: id(3), namespace: "user.a"),
    .createEdge(
      CreateEdgeInput(
        sourceId: id(5), targetId: id(6), edgeType: "about", properties: ["b": 1, "a": 2])),
    .trashItem(id: id(7)), .restoreItem(id: id(7)), .trashItem(id: id(4)), .purgeItem(id: id(4)),
  ]
  for mutation in mutations {
    clock.advance(byMilliseconds: 1_000)
    _ = try await store.write(mutation, context)
  }
  try await store.close()
}
