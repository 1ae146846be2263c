// Writes notes from eight tasks at once and says on standard output which were acknowledged,
// until it is killed.
//
// With `history` it makes one small history with set clock and ids, and ends.
//
// Usage: ServerStoreCrashWriter <directory> [history]

import Foundation
import MarfaModel
import MarfaServer

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[2] == "history" {
  try await writeHistory(in: arguments[1])
  exit(0)
}
guard arguments.count == 2 else { exit(2) }
let clock = SystemWallClock()
let store = try SQLiteServerStore(
  directory: arguments[1], clock: clock, ids: ItemIdGenerator(seed: 7, clock: clock))
let context = WriteContext(access: FullAccess(), credentialId: "c", source: "crash")

try await withThrowingTaskGroup(of: Void.self) { group in
  for writer in 0..<8 {
    group.addTask {
      for number in 0..<100_000 {
        let name = "\(writer)-\(number)"
        let input = CreateItemInput(
          type: "core.note", properties: ["body": .string("note \(name)")], sourceId: name,
          tags: ["crash"])
        _ = try await store.write(.createItem(input), context)
        // One line, at once.
        FileHandle.standardOutput.write(Data((name + "\n").utf8))
      }
    }
  }
  try await group.waitForAll()
}
