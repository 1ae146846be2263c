import Foundation
import MarfaModel
import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct GroupCommitTests {
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
        try await fixture.store.transact(.forbidden) { _ in
          holding.continuation.finish()
          opened.wait()
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

  @Test func `work that a reader is to do first fails alone, and begins again`() async throws {
    let opened = DispatchSemaphore(value: 0)
    var hooks = StoreHooks()
    hooks.patience = .seconds(600)
    hooks.onWaiting = { if $0 == 11 { opened.signal() } }
    let fixture = try StoreFixture(hooks: hooks)
    let note = try await fixture.note("a")
    try await fixture.write(.patchItem(id: note, PatchItemBody(properties: ["body": "b"])))
    let before = try await fixture.store.statistics()

    let codes = try await withThrowingTaskGroup(of: String?.self) { group in
      let holding = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        try await fixture.store.transact(.forbidden) { _ in
          holding.continuation.finish()
          opened.wait()
        }
        return nil
      }
      for await _ in holding.stream {}
      group.addTask {
        var context = fixture.context()
        context.limits.ancestorBytes = 0
        let stale = PatchItemBody(properties: ["body": "c"], version: 1)
        do {
          _ = try await fixture.store.write(.patchItem(id: note, stale), context)
          return nil
        } catch let error as ConflictError {
          return error.code
        }
      }
      for number in 0..<10 {
        group.addTask { try await fixture.refusal(.createItem(input(number))) }
      }
      return try await group.reduce(into: [String]()) { if let code = $1 { $0.append(code) } }
    }

    let after = try await fixture.store.statistics()
    #expect(codes == ["version_conflict"])
    #expect(after.items - before.items == 10)
    #expect(after.commits - before.commits == 2)
  }

  @Test(.everyStore) func `the steps after a commit come before its answer, and after no refusal`()
    async throws
  {
    let fixture = try StoreFixture()
    let order = Mutex<[String]>([])

    let answer = try await fixture.store.transact(.slice) { (value: String) in
      order.withLock { $0.append(value) }
    } _: { _ in
      "committed"
    }
    order.withLock { $0.append("answered") }
    await #expect(throws: ValidationError.self) {
      try await fixture.store.transact(.slice) { (_: Void) in
        order.withLock { $0.append("refused") }
      } _: { _ in
        throw ValidationError(message: "No.", details: [:])
      }
    }

    #expect(answer == "committed")
    #expect(order.withLock { $0 } == ["committed", "answered"])
  }

  @Test func `a change waits for one slice at most, however many devices send their batches`()
    async throws
  {
    let (opened, all) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    var hooks = StoreHooks()
    hooks.onWaiting = { count in
      if count == 3 { opened.continuation.finish() }
      if count == 4 { all.signal() }
    }
    let fixture = try StoreFixture(hooks: hooks)
    let note = try await fixture.note("a")
    let most = RecordLimits().sliceEntries
    let batches = (0..<3).map { device in
      (0..<most * 2).map { number in
        let name = "\(device) \(number)"
        return BatchEntry(
          idempotency: IdempotencyKey(key: name.replacing(" ", with: "-"), fingerprint: "f"),
          mutation: .success(
            .createItem(
              CreateItemInput(
                type: "core.note", properties: ["body": .string(name)], sourceId: name))))
      }
    }

    try await withThrowingTaskGroup(of: Void.self) { group in
      let holding = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        try await fixture.store.transact(.forbidden) { _ in
          holding.continuation.finish()
          all.wait()
        }
      }
      for await _ in holding.stream {}
      for batch in batches {
        group.addTask { _ = try await fixture.store.write(batch, fixture.context()) }
      }
      for await _ in opened.stream {}
      group.addTask {
        _ = try await fixture.store.write(
          .patchItem(id: note, PatchItemBody(properties: ["title": "b"])), fixture.context())
      }
      try await group.waitForAll()
    }

    let names = fixture.toldEvents.map(\.name)
    #expect(names.count == 2 + batches.count * most * 2)
    // After the creation of the note, and one slice.
    #expect(try #require(names.firstIndex(of: .itemUpdated)) <= 1 + most)
  }

  @Test func `a change that comes while a slice is written shares its commit`() async throws {
    let waits = DispatchSemaphore(value: 0)
    let started = AsyncStream.makeStream(of: Void.self)
    var hooks = StoreHooks()
    hooks.patience = .seconds(600)
    // The note that is made first, the slice, then two changes that wait while it is written.
    let added = Atomic(0)
    hooks.onWaiting = { _ in
      if added.add(1, ordering: .relaxed).newValue == 4 { waits.signal() }
    }
    let fixture = try StoreFixture(hooks: hooks)
    let note = try await fixture.note("a")
    let before = try await fixture.store.statistics()

    let refused = try await withThrowingTaskGroup(of: String?.self) { group in
      group.addTask {
        try await fixture.store.transact(.slice) { _ in
          started.continuation.finish()
          waits.wait()
        }
        return nil
      }
      for await _ in started.stream {}
      for id in [note, "missing"] {
        let mutation = StoreMutation.patchItem(
          id: id, PatchItemBody(properties: ["title": "b"]))
        group.addTask { try await fixture.refusal(mutation) }
      }
      return try await group.reduce(into: [String]()) { codes, code in
        if let code { codes.append(code) }
      }
    }

    let after = try await fixture.store.statistics()
    #expect(after.writes - before.writes == 3)
    #expect(after.commits - before.commits == 1)
    #expect(refused == ["item_not_found"])
    #expect(fixture.toldEvents.map(\.name) == [.itemCreated, .itemUpdated])
  }

  @Test func `an answer comes after its events were sent`() async throws {
    let fixture = try StoreFixture()

    _ = try await fixture.note("a")

    #expect(fixture.toldEvents.map(\.name) == [.itemCreated])
  }
}
