import Dispatch
import Operations
import Synchronization
import Testing

/// Access to a store that nobody else changes meanwhile.
@Suite(.timeLimit(.minutes(20))) struct ExclusiveAccessTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

  private let store = Store.detached(query: TestQuery.returning(1), initialValue: 0)

  @Test func `OP-C17 50 times 12 increments leave 600`() {
    let (store, calls) = (store, Counter())

    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      for _ in 0..<50 {
        store.withExclusiveAccess { view in
          calls.increment()
          let value = view.currentValue ?? 0
          // Time for other threads to come in between.
          for _ in 0..<200 { _ = store.currentValue }
          view.currentValue = value + 1
        }
      }
    }

    #expect(store.currentValue == 600)
    #expect(calls.value == 600)
  }

  @Test func `OP-C17 other ways of writing wait as well`() {
    let store = store

    DispatchQueue.concurrentPerform(iterations: 12) { thread in
      for _ in 0..<50 {
        if thread.isMultiple(of: 2) {
          store.modify { $0 = ($0 ?? 0) + 1 }
        } else {
          store.withExclusiveAccess { $0.currentValue = ($0.currentValue ?? 0) + 1 }
        }
      }
    }

    #expect(store.currentValue == 600)
    #expect(store.state.valueUpdateCount == 600)
  }

  @Test func `a write of another thread comes after the access, and a read does not wait`() {
    let store = store
    let begun = DispatchSemaphore(value: 0)
    let read = DispatchSemaphore(value: 0)
    let seen = Log<Int?>()
    DispatchQueue.global().async {
      begun.wait()
      seen.add(store.currentValue)
      read.signal()
      store.modify { $0 = ($0 ?? 0) * 10 }
      seen.add(store.currentValue)
      read.signal()
    }

    store.withExclusiveAccess { view in
      view.currentValue = 1
      begun.signal()
      read.wait()
      view.currentValue = 2
    }
    read.wait()

    #expect(seen.elements == [0, 20])
  }

  @Test func `subscribers see one change, after the access`() {
    let (store, told, isInside) = (store, Log<String>(), Flag())
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in
        told.add("\(state.currentValue ?? -1)\(isInside.isSet ? " inside" : "")")
      })

    store.withExclusiveAccess { view in
      isInside.set()
      view.currentValue = 1
      view.currentValue = 2
      store.currentValue = 3
      isInside.set(false)
    }

    // Its own write past the view is a change of its own, told of at the end as well.
    #expect(told.elements == ["0", "3", "2"])
    subscription.cancel()
  }

  @Test func `an error of the body leaves the store as it was`() {
    #expect(throws: TestError()) {
      try store.withExclusiveAccess { view throws(TestError) in
        view.currentValue = 5
        view.context.operationMaxRetries = 7
        throw TestError()
      }
    }

    #expect(store.currentValue == 0)
    #expect(store.context.operationMaxRetries == 0)
    store.currentValue = 1
    #expect(store.currentValue == 1)
  }

  @Test func `exclusive accesses can be nested`() {
    let (store, told) = (store, Log<Int?>())
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in told.add(state.currentValue) })

    store.withExclusiveAccess { _ in
      store.withExclusiveAccess { $0.currentValue = 1 }
      #expect(store.currentValue == 1)
      #expect(told.elements == [0])
    }

    #expect(told.elements == [0, 1])
    subscription.cancel()
  }
}
