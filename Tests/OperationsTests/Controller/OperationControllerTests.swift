import Operations
import Testing

/// Conformance rows K01 to K05: what is pushed into a store from outside.
@Suite(.timeLimit(.minutes(20))) struct OperationControllerTests {
  private typealias TestState = QueryState<String, any Error>

  private let controller = KeepingController<TestState>()

  private var query: TestQuery<String, any Error> { .returning("run") }

  @Test func `OP-K01 a store is put under control once`() {
    let client = OperationClient()

    let first = client.store(for: query.controlled(by: controller))
    let second = client.store(for: query.controlled(by: controller))

    #expect(first === second)
    #expect(controller.given.count == 1)
  }

  @Test func `OP-K02 control ends with the store`() {
    var store: OperationStore<TestState>? = .detached(query: query.controlled(by: controller))
    #expect(controller.cancellations.value == 0)
    _ = store

    store = nil

    #expect(controller.cancellations.value == 1)
  }

  @Test func `OP-K03 values and errors are pushed into the state`() throws {
    let recorder = EventRecorder()
    let store = OperationStore.detached(query: query.controlled(by: controller))
    let controls = try controller.controls
    let subscription = store.subscribe(with: recorder.handler())
    recorder.clear()

    controls.yield("pushed")
    controls.yield(error: TestError())
    #expect(store.error as? TestError == TestError() && store.status.isFailure)
    controls.withExclusiveAccess { view in
      view.currentValue = (view.currentValue ?? "") + "!"
      view.currentValue = (view.currentValue ?? "") + "?"
    }

    #expect(recorder.events == ["state pushed", "state pushed", "state pushed!?"])
    #expect(store.state.valueUpdateCount == 3 && store.state.errorUpdateCount == 1)
    #expect(controls.state?.currentValue == "pushed!?")
    #expect(controls.subscriberCount == 1)
    controls.yieldResetState()
    #expect(store.currentValue == nil)
    subscription.cancel()
  }

  @Test func `OP-K04 without automatic running there is no rerun`() async throws {
    let store = OperationStore.detached(query: query.controlled(by: controller))
    let controls = try controller.controls

    #expect(!controls.canYieldRerun)
    #expect(controls.yieldRerunTask() == nil)
    #expect(try await controls.yieldRerun() == nil)
    #expect(!store.isLoading)
  }

  @Test func `a rerun is a run of the store`() async throws {
    let store = OperationStore.detached(
      query: query.controlled(by: controller).enableAutomaticRunning(onlyWhen: .always(true)))
    let controls = try controller.controls

    #expect(try await controls.yieldRerun() == "run")
    #expect(store.currentValue == "run")
  }

  @Test func `OP-K05 controls of a store that is gone report an issue`() async throws {
    let issues = IssueLog()
    var store: OperationStore<TestState>? = .detached(
      query: query.controlled(by: controller), initialContext: issues.context)
    let controls = try controller.controls
    _ = store
    store = nil

    controls.yield("late")
    controls.yieldResetState()
    controls.withExclusiveAccess { $0.currentValue = "late" }
    let task = controls.yieldRerunTask()

    #expect(task == nil)
    #expect(controls.state == nil)
    #expect(controls.subscriberCount == 0)
    #expect(issues.codes == Array(repeating: .storeReleased, count: 4))
  }

  @Test func `a controller works beneath a default`() throws {
    let store = OperationStore.detached(
      operation: query.controlled(by: controller).defaultValue("default"))
    let controls = try controller.controls

    #expect(controls.state?.currentValue == .some(nil))
    controls.yield("pushed")
    #expect(store.currentValue == "pushed")
    controls.withExclusiveAccess { $0.currentValue = ($0.currentValue ?? "") + "!" }
    #expect(store.currentValue == "pushed!")
    controls.yield(nil)
    #expect(store.currentValue == "default")
  }
}
