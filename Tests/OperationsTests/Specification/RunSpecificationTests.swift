import Foundation
import Operations
import Testing

/// Conformance rows N05 to N09: conditions, observers, and the absence of any network.
@Suite(.timeLimit(.minutes(20))) struct RunSpecificationTests {
  private let context = OperationContext()

  @Test(
    arguments: [false, true].flatMap { a in
      [false, true].flatMap { b in [false, true].map { (a, b, $0) } }
    })
  func `OP-N05 conditions combine as booleans do`(a: Bool, b: Bool, c: Bool) {
    let (first, second, third) = (
      TestSpecification(a), TestSpecification(b), TestSpecification(c)
    )

    #expect((first && second).isSatisfied(in: context) == (a && b))
    #expect((first || second).isSatisfied(in: context) == (a || b))
    #expect((!first).isSatisfied(in: context) == !a)
    #expect((first && second || !third).isSatisfied(in: context) == (a && b || !c))
    #expect((!(first || second) && third).isSatisfied(in: context) == (!(a || b) && c))
  }

  @Test func `OP-N05 a combination pulses with each of its operands`() {
    let operands = [TestSpecification(true), TestSpecification(false), TestSpecification(true)]
    let pulses = Counter()
    let combined = operands[0] && (operands[1] || !operands[2])

    let subscription = combined.subscribe(in: context) { pulses.increment() }
    operands.forEach { $0.send(true) }
    #expect(pulses.value == 3)
    subscription.cancel()
    operands.forEach { $0.send(false) }

    #expect(pulses.value == 3)
    #expect(operands.allSatisfy { $0.observerCount == 0 })
  }

  @Test func `OP-N06 a condition can follow a sequence`() async {
    let ended = Signal<Void>()
    let pulses = Signal<Void>()
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    continuation.onTermination = { _ in ended.send(()) }
    var specification: AsyncSequenceRunSpecification? = .observing(
      sequence: stream, initialValue: false)
    let subscription = specification?.subscribe(in: context) { pulses.send(()) }

    #expect(specification?.isSatisfied(in: context) == false)
    continuation.yield(true)
    await pulses.next()
    #expect(specification?.isSatisfied(in: context) == true)

    specification = nil
    await ended.next()
    subscription?.cancel()
  }

  @Test(
    arguments: NetworkConnectionStatus.allCases.flatMap { status in
      NetworkConnectionStatus.allCases.map { (status, $0) }
    })
  func `OP-N07 a status satisfies those that are no better`(
    status: NetworkConnectionStatus, required: NetworkConnectionStatus
  ) {
    let order: [NetworkConnectionStatus] = [.disconnected, .requiresConnection, .connected]
    let observer = MockNetworkObserver(initialStatus: status)
    let store = OperationStore.detached(
      query: TestQuery.returning("a").satisfiedConnectionStatus(required))

    let isSatisfied = NetworkConnectionRunSpecification(observer: observer)
      .isSatisfied(in: store.context)

    let isAsGood = (order.firstIndex(of: status) ?? 0) >= (order.firstIndex(of: required) ?? 0)
    #expect(order == order.sorted())
    #expect(isSatisfied == isAsGood)
  }

  @Test func `OP-N08 the same status twice is reported once`() {
    let told = Log<NetworkConnectionStatus>()
    let observer = MockNetworkObserver(initialStatus: .connected)
    let subscription = observer.subscribe { told.add($0) }

    observer.send(status: .connected)
    observer.send(status: .disconnected)
    observer.send(status: .disconnected)

    #expect(told.elements == [.disconnected])
    #expect(observer.currentStatus == .disconnected)
    subscription.cancel()
  }

  /// The number of sockets that this process has open.
  private static func socketCount() throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      // The descriptor by which the folder itself is read is closed by now.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      return target?.hasPrefix("socket:") == true
    }.count
  }

  @Test func `OP-N09 a default client opens no socket`() async {
    // In a process of its own, since other tests may open sockets meanwhile.
    await #expect(processExitsWith: .success) {
      let before = try RunSpecificationTests.socketCount()
      let client = OperationClient(storeCreator: OperationClient.DefaultStoreCreator())
      let store = client.store(for: TestQuery.returning("a"))
      let subscription = store.subscribe(with: QueryEventHandler())
      try await store.fetch()

      #expect(try RunSpecificationTests.socketCount() == before)
      #expect(store.context.operationControllers.isEmpty)
      subscription.cancel()
    }
  }

  private final class Activity: ApplicationActivityObserver {
    let handlers = Log<@Sendable (Bool) -> Void>()

    func subscribe(with handler: @escaping @Sendable (Bool) -> Void) -> OperationSubscription {
      handlers.add(handler)
      return .empty
    }

    func send(_ isActive: Bool) { handlers.elements.forEach { $0(isActive) } }
  }

  @Test func `the application counts as active until the observer says otherwise`() {
    let observer = Activity()
    let specification = ApplicationIsActiveRunSpecification(observer: observer)
    let pulses = Counter()
    let subscription = specification.subscribe(in: context) { pulses.increment() }
    let disabled = OperationStore.detached(
      query: TestQuery.returning("a").disableApplicationActiveRerunning())

    #expect(specification.isSatisfied(in: context))
    #expect(!specification.isSatisfied(in: disabled.context))
    observer.send(false)
    #expect(!specification.isSatisfied(in: context))
    observer.send(true)
    #expect(specification.isSatisfied(in: context))
    #expect(pulses.value == 2)
    subscription.cancel()
  }

  @Test(arguments: [true, false])
  func `a constant condition never pulses`(value: Bool) {
    let pulses = Counter()
    let specification = AlwaysRunSpecification(value)

    let subscription = specification.subscribe(in: context) { pulses.increment() }

    #expect(specification.isSatisfied(in: context) == value)
    #expect(pulses.value == 0)
    subscription.cancel()
  }
}
