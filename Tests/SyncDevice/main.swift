// Runs the sync engine of a store until it is killed, and says on standard output what it tells, a
// line for each event. With a word it also writes notes without end, and says which are stored;
// with a note, too, it writes lines into that note as an editor does, together with others.
//
// Usage: SYNC_DEVICE_KEY=<key> SyncDevice <server> <store> [<word> [<note>]]

import Foundation
import MarfaSDK

let arguments = CommandLine.arguments
guard (3...5).contains(arguments.count), let url = URL(string: arguments[1]),
  let key = ProcessInfo.processInfo.environment["SYNC_DEVICE_KEY"]
else { exit(2) }

/// Writes one line, at once.
@Sendable func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let client = try await MarfaClient.synced(url: url, apiKey: key, storePath: arguments[2])
guard let engine = client.syncEngine else { exit(2) }
let events = engine.events
await engine.start()

await withTaskGroup(of: Void.self) { group in
  group.addTask {
    for await event in events {
      say(String(describing: event).prefix { $0 != "(" }.description)
    }
  }
  if arguments.count == 5 {
    let (word, note) = (arguments[3], arguments[4])
    group.addTask {
      do {
        guard let document = await client.noteDocuments?.note(id: note) else { exit(4) }
        let typist = Typist(document, try await document.open())
        for number in 0..<100_000 {
          let line = "\(word)-\(number)"
          try await typist.write(line)
          say("stored " + line)
        }
      } catch {
        exit(3)
      }
    }
  } else if arguments.count == 4 {
    let word = arguments[3]
    group.addTask {
      do {
        for number in 0..<100_000 {
          let title = "\(word)-\(number)"
          _ = try await client.items.create(
            CreateItemInput(
              type: "core.note", properties: ["title": .string(title), "body": "x"]))
          say("stored " + title)
        }
      } catch {
        exit(3)
      }
    }
  }
}
