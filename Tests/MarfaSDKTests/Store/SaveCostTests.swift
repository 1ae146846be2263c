import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// What a save writes to the log, see
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
@Suite(.timeLimit(.minutes(20))) struct SaveCostTests {
  private let folder = TemporaryFolder()
  private static let frameSize = 24 + 4096

  private func frames() throws -> Int {
    let log = folder.path("notes.sqlite-wal")
    let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    return (size ?? 0) / Self.frameSize
  }

  @Test func `a save writes as few pages in a notebook as in none`() async throws {
    let store = try LocalStore.open(
      path: folder.path("notes.sqlite"), environment: StoreEnvironment(wordUpkeep: .inPauses))
    let book = try await store.createItem(
      NewItem(CreateItemInput(type: "core.group", properties: ["title": "Book"]))
    ).item.id
    let body = String(repeating: "words of a note ", count: 60)
    let notes = try await store.createItems(
      (0..<3000).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string("\(number)"), "body": .string(body)]))
      })
    for number in stride(from: 0, to: 3000, by: 50) {
      _ = try await store.move(id: notes[number].id, toNotebook: book)
    }
    func pagesOfSaves(_ numbers: [Int]) async throws -> Double {
      let before = try frames()
      for number in numbers {
        try await store.replaceText(id: notes[number].id, body: body + "more")
      }
      return Double(try frames() - before) / Double(numbers.count)
    }

    let inNone = try await pagesOfSaves(Array(stride(from: 25, to: 2025, by: 50)))
    let inNotebook = try await pagesOfSaves(Array(stride(from: 0, to: 2000, by: 50)))

    // The note, its text, both orders twice, a version with its index, and what the word index is
    // to take out, with a page of the file's own now and then.
    #expect(inNone < 12)
    #expect(inNotebook < 12)
    // Less than one page more: nothing is written for the notebook itself.
    #expect(inNotebook - inNone < 1, "\(inNotebook) in a notebook, \(inNone) in none")
  }
}
