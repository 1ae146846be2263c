import MarfaSDK
import NoteFiles
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerConnectionTests {
  @Test(arguments: [0, 20]) func `keys are gathered for as long as the settings say`(
    milliseconds: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    var settings = SyncSettings()
    settings.url = "http://127.0.0.1:1"
    settings.typingMilliseconds = milliseconds
    let connection = try #require(
      ServerConnection(settings, directories: ApplicationDirectories(environment: [:])))
    let path = folder.path + "/notes.sqlite"

    let client = try await connection.client(
      on: try LocalStore.open(path: path), at: path, credential: TransportCredential("key"),
      environment: StoreEnvironment())

    #expect(client.configuration.documentGathering == .milliseconds(milliseconds))
  }

  @Test(arguments: [(0, nil), (200, 200_000)])
  func `a file goes as fast as the settings say`(kilobytes: Int, rate: Int?) throws {
    var settings = SyncSettings()
    settings.url = "http://127.0.0.1:1"
    settings.uploadLimitKilobytes = kilobytes

    let connection = try #require(
      ServerConnection(settings, directories: ApplicationDirectories(environment: [:])))

    #expect(connection.options.maximumUploadRate == rate)
  }

  @Test func `by itself a key waits 20 ms for the next`() {
    #expect(SyncSettings().typingMilliseconds == 20)
    #expect(ClientConfiguration().documentGathering == .milliseconds(20))
  }
}
