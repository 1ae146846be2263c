import Foundation
import MarfaSDK

/// Our store and the plain one, on disk, with the same notes.
struct FilledStores {
  let client: LocalClient
  let plain: CNoteStore
  let notes: Int
  /// Every hundredth id.
  let ids: [String]

  init(_ setting: Setting) async throws {
    let corpus = setting.corpus
    notes = corpus.count
    ids = stride(from: 0, to: corpus.count, by: 100).map { corpus.note($0).id }
    let done = setting.filledPath("complete")
    let isFilled = FileManager.default.fileExists(atPath: done)
    // As the application has it, which tidies the word index in pauses.
    let environment = StoreEnvironment(wordUpkeep: .inPauses)
    client = try await LocalClient.open(
      path: setting.filledPath("filled/notes.sqlite"),
      configuration: ClientConfiguration(environment: environment))
    plain = try CNoteStore(path: setting.filledPath("plain.sqlite"), isNew: !isFilled)
    if isFilled { return }
    let start = ContinuousClock.now
    for first in stride(from: 0, to: corpus.count, by: 5000) {
      let batch = (first..<min(first + 5000, corpus.count)).map(corpus.note)
      try plain.insertAll(batch)
      _ = try await client.items.bulk(batch.map(CreateItemInput.init), mode: .createOnly)
    }
    try CNoteStore.addListIndexes(plain.database)
    try CNoteStore.addFullText(plain.database)
    try plain.database.execute(
      "INSERT INTO fts(fts) VALUES ('rebuild'); PRAGMA wal_checkpoint(TRUNCATE); ANALYZE")
    try await client.store.performIdleWork()
    try Data().write(to: URL(filePath: done))
    print("(filled two stores with \(notes) notes in \(ContinuousClock.now - start))")
  }
}

extension CreateItemInput {
  /// The note as our client is given it.
  init(_ note: Corpus.Note) {
    self.init(
      id: note.id, type: note.type,
      properties: [
        "title": .string(note.title), "body": .string(note.body),
        "summary": .string(note.summary), "level": .integer(Int64(note.priority)),
      ],
      tags: note.tags)
  }
}
