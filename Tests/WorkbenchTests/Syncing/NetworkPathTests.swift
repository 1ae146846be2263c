import Foundation
import MarfaSDK
import Operations
import Testing
import Workbench

/// What the system's network says of the way to a server.
@Suite(.timeLimit(.minutes(20))) struct NetworkPathTests {
  @Test func `the way is said at once, and again when the network comes and goes`() async {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    var paths = NetworkPath(network).paths.makeAsyncIterator()

    #expect(await paths.next() == false)
    network.send(status: .requiresConnection)
    #expect(await paths.next() == true)
    network.send(status: .disconnected)
    #expect(await paths.next() == false)
    network.send(status: .connected)
    #expect(await paths.next() == true)
  }

  @Test func `a reader that comes late gets the newest answer alone`() async {
    let network = MockNetworkObserver(initialStatus: .connected)
    let stream = NetworkPath(network).paths
    network.send(status: .disconnected)
    network.send(status: .connected)
    network.send(status: .disconnected)

    var paths = stream.makeAsyncIterator()

    #expect(await paths.next() == false)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8420", true), ("http://localhost:8420", true), ("http://[::1]:8420", true),
    ("https://notes.example", false), ("http://10.0.0.7:8420", false),
  ])
  func `a server on this machine is reached without a network`(address: String, isOwn: Bool)
    async throws
  {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let path = NetworkPath.to(try #require(URL(string: address))) { network }

    var paths = path.paths.makeAsyncIterator()

    #expect(await paths.next() == isOwn)
  }
}
