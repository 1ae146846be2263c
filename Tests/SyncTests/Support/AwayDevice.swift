import MarfaSDK
import MarfaServer

/// A device that is away with a change of a note that is at the server.
struct AwayDevice {
  let device: Device
  let id: String
  let other: Device

  init(
    _ offer: ServerOffer, conflict: ConflictStrategy = .manual,
    _ change: (Device, _ id: String) async throws -> Void
  ) async throws {
    let server = InMemoryServer()
    device = try await Device("one", server, seed: 1, conflict: conflict, offer: offer)
    other = try await Device("two", server, seed: 2, offer: offer)
    try await device.start()
    try await other.start()
    var id = ""
    let device = device
    try await device.synced { id = try await device.note("A", "old").id }
    await device.client.syncEngine?.pause()
    try await change(device, id)
    self.id = id
  }

  /// Comes back, and waits until all of the queue was looked at.
  ///
  /// - Returns: The requests about the note meanwhile.
  func comeBack() async throws -> [DirectServer.Request] {
    let before = device.line.requests.count
    let news = try other.events()
    await device.client.syncEngine?.resume()
    // A later change is sent after those that were there.
    let last = try await device.note("Last")
    try await news.until(item: last.id)
    return device.line.requests.dropFirst(before).filter { $0.path.hasPrefix("/items/" + id) }
  }

  func stop() async {
    await device.client.syncEngine?.stop()
    await other.client.syncEngine?.stop()
  }
}
