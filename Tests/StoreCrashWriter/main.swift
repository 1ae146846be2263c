// Writes notes in a loop and says on standard output what was acknowledged, until it is killed.
//
// With `opens` it only opens the store, and is killed when a file grows beyond a size. With
// `history` it writes the same notes at each run and ends.
//
// Usage: StoreCrashWriter <database> saves|batches|history
//        StoreCrashWriter <database> opens <bytes>

import Foundation
import MarfaSDK

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
if arguments[2] == "opens", arguments.count == 4, let bytes = UInt(arguments[3]) {
  // The write that would pass the limit ends the process, see setrlimit(2).
  var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
  _ = try LocalStore.open(path: arguments[1])
  exit(0)
}
if arguments[2] == "history" {
  try await writeHistory(at: arguments[1])
  exit(0)
}
let client = try await LocalClient.open(path: arguments[1])

/// One line, at once.
func acknowledge(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

func newNote(_ number: Int) -> NewItem {
  NewItem(
    CreateItemInput(
      type: "core.note",
      properties: ["title": .string("Note \(number)"), "body": "see [[Note 0]]"],
      sourceId: "\(number)", tags: ["crash"]))
}

switch arguments[2] {
case "saves":
  for number in 0... {
    let item = try await client.store.createItem(newNote(number)).item
    acknowledge("created \(number)")
    try await client.store.saveText(
      id: item.id, body: "saved \(number) [[Note 0]]", basedOn: item.revision ?? 1)
    acknowledge("saved \(number)")
  }
default:
  for batch in 0... {
    _ = try await client.store.createItems((0..<500).map { newNote(batch * 500 + $0) })
    acknowledge("batch \(batch)")
  }
}
