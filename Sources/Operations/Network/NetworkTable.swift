/// The kernel's links, addresses and default routes, as far as they say whether there is a network.
package struct NetworkTable: Hashable, Sendable {
  /// The links that carry data and lead out of this machine.
  private var runningLinks: Set<UInt32> = []
  /// The links with an address that is valid beyond the link.
  private var addressedLinks: Set<UInt32> = []
  /// The links of default routes.
  private var defaultRoutes: Set<UInt32> = []

  /// A table without entries.
  package init() {}

  /// Takes an entry of a dump; messages of other kinds are ignored.
  package mutating func take(_ message: NetlinkMessage) {
    switch message.kind {
    case .newLink: takeLink(message)
    case .newAddress: takeAddress(message)
    case .newRoute: takeRoute(message)
    default: break
    }
  }

  /// Connected with a default route over a running link; requiring a connection with an address
  /// alone, which reaches the local network and nothing beyond; else disconnected.
  package var status: NetworkConnectionStatus {
    if !runningLinks.isDisjoint(with: defaultRoutes) { return .connected }
    return runningLinks.isDisjoint(with: addressedLinks) ? .disconnected : .requiresConnection
  }

  /// `struct ifinfomsg`: family, padding, type (2), index (4), flags (4), change (4).
  private mutating func takeLink(_ message: NetlinkMessage) {
    guard let index = message.payload.number(at: 4, as: UInt32.self),
      let flags = message.payload.number(at: 8, as: UInt32.self)
    else { return }
    let (isUp, isLoopback, isRunning): (UInt32, UInt32, UInt32) = (0x1, 0x8, 0x40)
    guard flags & (isUp | isLoopback | isRunning) == isUp | isRunning else { return }
    runningLinks.insert(index)
  }

  /// `struct ifaddrmsg`: family, prefix length, flags, scope, index (4).
  private mutating func takeAddress(_ message: NetlinkMessage) {
    guard let scope = message.payload.number(at: 3, as: UInt8.self),
      let index = message.payload.number(at: 4, as: UInt32.self)
    else { return }
    // From 253 on an address is valid on its link or on this machine only.
    if scope < 253 { addressedLinks.insert(index) }
  }

  /// `struct rtmsg`: family, destination and source length, type of service, table, protocol,
  /// scope, type, flags (4); then attributes.
  private mutating func takeRoute(_ message: NetlinkMessage) {
    let (unicast, outgoingLink, gateways): (UInt8, UInt16, UInt16) = (1, 4, 9)
    guard message.payload.number(at: 1, as: UInt8.self) == 0,
      message.payload.number(at: 7, as: UInt8.self) == unicast
    else { return }
    let attributes = message.attributes(after: 12)
    if let index = attributes[outgoingLink]?.number(at: 0, as: UInt32.self) {
      defaultRoutes.insert(index)
    }
    takeGateways(attributes[gateways] ?? [])
  }

  /// A list of `struct rtnexthop`: length (2), flags, hops, index (4), attributes.
  private mutating func takeGateways(_ list: ArraySlice<UInt8>) {
    var rest = list
    while let length = rest.number(at: 0, as: UInt16.self).map(Int.init),
      let index = rest.number(at: 4, as: UInt32.self), length >= 8
    {
      defaultRoutes.insert(index)
      rest = rest.dropFirst((length + 3) & ~3)
    }
  }
}
