// Writes notes in a loop and says on standard output what was acknowledged, until it is killed.
//
// Usage: StoreCrashWriter <database> saves|batches

import Foundation
import MarfaSDK

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
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
      sourceID: "\(number)", tags: ["crash"]))
}

switch arguments[2] {
case "saves":
  for number in 0... {
    let item = try await client.store.createItem(newNote(number)).item
    acknowledge("created \(number)")
    try await client.store.saveText(id: item.id, body: "saved \(number) [[Note 0]]")
    acknowledge("saved \(number)")
  }
default:
  for batch in 0... {
    _ = try await client.store.createItems((0..<500).map { newNote(batch * 500 + $0) })
    acknowledge("batch \(batch)")
  }
}
