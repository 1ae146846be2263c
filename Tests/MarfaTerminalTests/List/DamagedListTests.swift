import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import StoreFixtures
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct DamagedListTests {
  @Test func `a list whose rows cannot be read says so in their place`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/notes.sqlite"
    try await DamagedStore.write(to: path)
    let store = try LocalStore.open(path: path, environment: MarfaSDKTest.environment())
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, sdk: store)

    #expect(fixture.application.workspace.list.window.error != nil)
    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[2].contains("The list cannot be read: "), "\(fixture.screen)")
    #expect(rows[2...4].joined().contains("damaged"), "\(fixture.screen)")
    #expect(!fixture.screen.contains("No notes yet"))
    #expect(!rows[0].contains("All notes  0"))
  }
}
