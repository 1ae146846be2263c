import MarfaSDK
import MarfaSDKTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SharedWatcherTests {
  @Test func `all that follow one open file share a watcher, which goes with the last`() throws {
    let folder = TemporaryFolder()
    let local = try LocalStore.open(
      path: folder.path("notes.sqlite"), environment: MarfaSDKTest.environment(seed: 1))
    #expect(!local.isWatchingOtherProcesses)
    var stores = [MarfaStore(store: local), MarfaStore(store: local)]
    #expect(stores[0].watcherIdentity == stores[1].watcherIdentity)
    stores.removeLast()
    #expect(local.isWatchingOtherProcesses)
    stores = []
    #expect(!local.isWatchingOtherProcesses)
  }
}
