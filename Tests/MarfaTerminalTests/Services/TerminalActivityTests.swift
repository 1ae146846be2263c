import MarfaTerminal
import Operations
import Synchronization
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct TerminalActivityTests {
  @Test func `a subscriber hears the present answer and each change once`() {
    let activity = TerminalActivity()
    let heard = Mutex<[Bool]>([])

    let subscription = activity.subscribe { isActive in heard.withLock { $0.append(isActive) } }
    activity.changed(isActive: true)
    activity.changed(isActive: false)
    activity.changed(isActive: false)
    activity.changed(isActive: true)
    subscription.cancel()
    activity.changed(isActive: false)

    #expect(heard.withLock { $0 } == [true, false, true])
  }

  @MainActor
  @Test func `losing the focus makes operations inactive`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let heard = Mutex<[Bool]>([])
    let subscription = fixture.application.context.activity.subscribe { isActive in
      heard.withLock { $0.append(isActive) }
    }

    fixture.application.handle(.focus(false))
    fixture.application.handle(.focus(true))

    #expect(heard.withLock { $0 } == [true, false, true])
    subscription.cancel()
  }

  @MainActor
  @Test func `unlinked mentions that cannot be read are not waited for`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    // What the application has outside tests: three retries with waits.
    let operations = OperationClient(storeCreator: OperationClient.DefaultStoreCreator())

    let store = operations.store(
      for: NoteQueries.unlinkedMentions(
        of: "none", in: fixture.application.context.client.store))

    #expect(store.context.operationMaxRetries == 0)
    #expect(store.context.isLastRunAttempt)
  }

  @MainActor
  @Test func `the box of links names notes that only mention the title`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120,
      notes: [
        "# Minutes\n\nThe Ring records were read.", "# Ring records",
      ])

    await fixture.press("g b")

    #expect(fixture.screen.contains("mention"))
    #expect(fixture.screen.contains("The Ring records were read."))
  }
}
