import Foundation
import Operations
import Synchronization
import TestSupport
import Testing

/// The kernel's tables as bytes, what they mean, and the observer that reads them.
@Suite(.timeLimit(.minutes(20))) struct NetworkPathTests {
  // MARK: - Bytes

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  private static func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    bytes(UInt32(16 + payload.count)) + bytes(type) + bytes(UInt16(2)) + bytes(UInt32(1))
      + bytes(UInt32(0)) + payload + Array(repeating: 0, count: (4 - payload.count % 4) % 4)
  }

  /// `flags`: 1 up, 8 loopback, 0x40 running.
  private static func link(_ index: UInt32, flags: UInt32) -> [UInt8] {
    message(16, [0, 0, 1, 0] + bytes(index) + bytes(flags) + bytes(UInt32(0)))
  }

  private static func address(_ index: UInt32, scope: UInt8) -> [UInt8] {
    message(20, [2, 24, 0, scope] + bytes(index))
  }

  private static func route(
    to prefix: UInt8 = 0, type: UInt8 = 1, attributes: [UInt8]
  ) -> [UInt8] {
    message(24, [2, prefix, 0, 0, 254, 3, 0, type] + bytes(UInt32(0)) + attributes)
  }

  private static func outgoing(_ index: UInt32) -> [UInt8] {
    bytes(UInt16(8)) + bytes(UInt16(4)) + bytes(index)
  }

  private static func gateways(_ indices: [UInt32]) -> [UInt8] {
    let hops = indices.flatMap { (index: UInt32) -> [UInt8] in
      bytes(UInt16(8)) + [0, 0] + bytes(index)
    }
    return bytes(UInt16(4 + hops.count)) + bytes(UInt16(9)) + hops
  }

  private func status(of messages: [[UInt8]]) -> NetworkConnectionStatus {
    var table = NetworkTable()
    NetlinkMessage.messages(in: messages.flatMap { $0 }).forEach { table.take($0) }
    return table.status
  }

  // MARK: - Meaning

  private static let ethernet = link(2, flags: 0x41)
  private static let loopback = link(1, flags: 0x49)

  @Test(
    arguments: [
      ([], .disconnected),
      ([loopback, address(1, scope: 254)], .disconnected),
      ([loopback, route(attributes: outgoing(1))], .disconnected),
      ([ethernet], .disconnected),
      ([ethernet, address(2, scope: 253)], .disconnected),
      ([ethernet, address(2, scope: 0)], .requiresConnection),
      (
        [ethernet, address(2, scope: 0), route(to: 24, attributes: outgoing(2))],
        .requiresConnection
      ),
      ([ethernet, route(attributes: outgoing(2))], .connected),
      ([route(attributes: outgoing(2)), ethernet], .connected),
      ([ethernet, route(attributes: outgoing(3))], .disconnected),
      ([link(2, flags: 0x1), route(attributes: outgoing(2))], .disconnected),
      ([ethernet, route(type: 7, attributes: outgoing(2))], .disconnected),
      ([ethernet, route(attributes: gateways([3, 2]))], .connected),
      ([ethernet, route(attributes: gateways([3, 4]))], .disconnected),
    ] as [([[UInt8]], NetworkConnectionStatus)])
  func `links, addresses and routes make a status`(
    messages: [[UInt8]], expected: NetworkConnectionStatus
  ) {
    #expect(status(of: messages) == expected)
  }

  @Test func `any cut of the bytes is read without harm`() {
    let whole =
      Self.ethernet + Self.address(2, scope: 0) + Self.route(attributes: Self.gateways([2]))

    for length in 0..<whole.count {
      let messages = NetlinkMessage.messages(in: Array(whole.prefix(length)))
      var table = NetworkTable()
      messages.forEach { table.take($0) }
      #expect(messages.count < 3 && table.status < .connected)
    }
    var generator = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let noise = whole.map {
        Int.random(in: 0..<4, using: &generator) == 0
          ? UInt8.random(in: 0...255, using: &generator) : $0
      }
      var table = NetworkTable()
      let messages = NetlinkMessage.messages(in: noise)
      messages.forEach { table.take($0) }
      #expect(messages.reduce(0) { $0 + 16 + $1.payload.count } <= noise.count)
    }
  }

  @Test func `a request asks for one whole table`() throws {
    let bytes = NetlinkMessage.dumpRequest(.getRoute)

    let request = try #require(NetlinkMessage.messages(in: bytes).first)
    #expect(bytes.count == 20)
    #expect(request.kind == .getRoute)
    #expect(bytes[6...7].elementsEqual(Self.bytes(UInt16(0x301))))
  }

  // MARK: - Observer

  /// A monitor that is set by hand.
  private final class TestMonitor: NetworkPathMonitor {
    private let known: Mutex<NetworkConnectionStatus?>
    private let onChange = Mutex<(@Sendable () -> Void)?>(nil)
    let isStopped = Flag()

    init(_ status: NetworkConnectionStatus?) { known = Mutex(status) }

    func status() -> NetworkConnectionStatus? { known.withLock { $0 } }

    func start(onChange: @escaping @Sendable () -> Void) -> OperationSubscription {
      self.onChange.withLock { $0 = onChange }
      return OperationSubscription { [isStopped] in isStopped.set() }
    }

    func send(_ status: NetworkConnectionStatus?) {
      known.withLock { $0 = status }
      onChange.withLock { $0 }?()
    }
  }

  @Test func `an observer notifies of each other status once`() {
    let monitor = TestMonitor(.disconnected)
    let observer = NWPathMonitorObserver(monitor: monitor)
    let told = Log<NetworkConnectionStatus>()
    let subscription = observer.subscribe { told.add($0) }
    #expect(observer.currentStatus == .disconnected)

    for status in [.disconnected, .connected, .connected, nil, .requiresConnection]
      as [NetworkConnectionStatus?]
    {
      monitor.send(status)
    }

    #expect(told.elements == [.connected, .requiresConnection])
    #expect(observer.currentStatus == .requiresConnection)
    subscription.cancel()
  }

  @Test func `a network that cannot be known counts as connected`() {
    #expect(NWPathMonitorObserver(monitor: TestMonitor(nil)).currentStatus == .connected)
  }

  @Test func `a monitor is stopped with its observer`() {
    let monitor = TestMonitor(.connected)
    var observer: NWPathMonitorObserver? = NWPathMonitorObserver(monitor: monitor)
    #expect(observer?.currentStatus == .connected && !monitor.isStopped.isSet)

    observer = nil

    #expect(monitor.isStopped.isSet)
  }

  @Test func `a query runs again when the system's network returns`() async {
    let monitor = TestMonitor(.disconnected)
    let network = NWPathMonitorObserver(monitor: monitor)
    let (runs, ended) = (Counter(), Signal<Void>())
    let client = OperationClient(
      defaultContext: .testing(),
      storeCreator: OperationClient.DefaultStoreCreator(networkObserver: network))
    let store = client.store(for: TestQuery(path: ["shown"]) { runs.increment() })
    let subscription = store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
    await ended.next()

    monitor.send(.connected)
    await ended.next()

    #expect(runs.value == 2)
    subscription.cancel()
  }

  // MARK: - This machine

  @Test func `the shared observer is one, and knows this machine's default route`() throws {
    let observer = NWPathMonitorObserver.startingShared()

    #expect(observer === NWPathMonitorObserver.startingShared())
    #expect(NetlinkPathMonitor().status() == observer.currentStatus)
    // The same fact in the kernel's text form, see proc_pid_net(5): destination and mask 0.
    guard let routes = try? String(contentsOfFile: "/proc/net/route", encoding: .utf8) else {
      return
    }
    let hasDefault = routes.split(separator: "\n").dropFirst().contains { line in
      let fields = line.split(whereSeparator: \.isWhitespace)
      return fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000"
    }
    if hasDefault { #expect(observer.currentStatus == .connected) }
  }
}
