import MarfaCommandLine
import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct UnsentReasonTests {
  @Test func `what was not sent is reported with its reason, if one is known`() {
    var counts = SyncCounts()
    (counts.server, counts.pending) = ("https://notes.example.org", 1)

    let known = SyncWords.unsent(
      counts, hold: nil, "Something on the way answered 403, and not the server.")
    let unknown = SyncWords.unsent(counts, hold: nil, nil)

    #expect(known?.status == .offline)
    #expect(
      known?.message
        == "1 change is not on the server yet: something on the way answered 403, and not the "
        + "server. `marfa sync --wait` tries again.")
    #expect(unknown?.message == "1 change is not on the server yet.")
  }
}
