import Foundation
import MarfaModel
import MarfaServer
import Synchronization
import Testing

@Suite struct GroupCommitTests {
  private func input(_ number: Int) -> CreateItemInput {
    CreateItemInput(
      type: "core.note", properties: number == 13 ? [:] : ["body": .string("\(number)")],
      sourceId: "\(number)")
  }

  @Test func `writes that wait together share a commit, and a refused one fails alone`()
    async throws
  {
    let count = 100
    let opened = DispatchSemaphore(value: 0)
    var hooks = StoreHooks()
    hooks.patience = .seconds(600)
    hooks.onWaiting = { if $0 == count { opened.signal() } }
    let fixture = try StoreFixture(hooks: hooks)
    let before = try await fixture.store.statistics()

    let statuses = try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
      let holding = AsyncStream.makeStream(of: Void.self)
      // Keeps the writer busy until all others wait.
      group.addTask {
        _ = try await fixture.store.restore {
          holding.continuation.finish()
          opened.wait()
          return nil
        }
        return (-1, nil)
      }
      for await _ in holding.stream {}
      for number in 0..<count {
        group.addTask {
          do {
            let answer = try await fixture.store.write(
              .createItem(input(number)), fixture.context())
            return (number, answer.status)
          } catch let error as ValidationError {
            return (number, error.status)
          }
        }
      }
      return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
    }

    let after = try await fixture.store.statistics()
    #expect(after.writes - before.writes == count + 1)
    #expect(after.commits - before.commits == 2)
    #expect(statuses.filter { $0.value == 201 }.count == count - 1)
    #expect(statuses[13] == 400)
    #expect(after.items == count - 1)
    #expect(fixture.toldEvents.map(\.id) == Array(1...Int64(count - 1)))
  }

  @Test func `an answer comes after its events were sent`() async throws {
    let fixture = try StoreFixture()

    _ = try await fixture.note("a")

    #expect(fixture.toldEvents.map(\.name) == [.itemCreated])
  }
}
