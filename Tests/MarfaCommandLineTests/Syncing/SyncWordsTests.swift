import MarfaSDK
import NoteFiles
import Testing

@testable import MarfaCommandLine

@Suite(.timeLimit(.minutes(20))) struct SyncWordsTests {
  @Test(
    arguments: [
      (nil, nil, true, ConnectionWord.offline), (nil, nil, false, .signedOut),
      (.offline, nil, true, .offline), (.connecting, nil, true, .catchingUp),
      (.syncing, nil, true, .catchingUp), (.online, nil, true, .live),
      (.online, "read_only", true, .readOnly), (.syncing, "read_only", true, .catchingUp),
      (.offline, "signed_out", true, .signedOut), (.offline, "paused", true, .paused),
      (.offline, "other_server", true, .serverError), (.offline, "refused", true, .serverError),
      (.offline, "server_error", true, .serverError),
      (.online, nil, false, .signedOut),
    ] as [(ConnectionState?, String?, Bool, ConnectionWord)])
  func `one word says how the notes stand with their server`(
    state: ConnectionState?, obstacle: String?, hasKey: Bool, word: ConnectionWord
  ) {
    #expect(ConnectionWord(state: state, obstacle: obstacle, hasKey: hasKey) == word)
  }

  @Test func `what a document sent last counts as synced, once nothing waits`() {
    var (counts, report) = (SyncCounts(), EngineReport())
    (counts.server, report.syncedAt) = ("https://notes.example.org", 1_000)
    func last() -> Int64? {
      SyncStanding(
        counts: counts, uploads: 0, driver: (report, isDriven: false), hasKey: true,
        documentsSentAt: 3_600_000
      ).lastSyncedAt
    }

    #expect(last() == 3_600_000)
    counts.pending = 1
    #expect(last() == 1_000)
  }

  @Test func `of a server without room it is said what waits, and what to do`() {
    var counts = SyncCounts()
    (counts.server, counts.pending, counts.isServerFull) = ("https://notes.example.org", 3, true)
    let hold = ServerHold(since: 0, until: 60_000, status: 507, message: "The disk is full.")

    let failure = SyncWords.failure(counts, hold: hold)
    counts.uploads = 1
    let both = SyncWords.failure(counts)
    let line = SyncWords.line(
      SyncStanding(counts: counts, uploads: 1, driver: nil, hasKey: true),
      now: Timestamp(milliseconds: 0))

    #expect(failure?.status == .offline)
    #expect(
      failure?.message
        == "The server has no room for 3 changes, kept here. Free some there, or ask "
        + "the person who runs it. It says: The disk is full.")
    #expect(both?.message?.hasPrefix("The server has no room for 3 changes and 1 file,") == true)
    #expect(
      line == "offline · 3 pending · 1 upload · server full · never synced\n"
        + "The server has no room left: what you change waits here. Free some there, or ask the "
        + "person who runs it.")
  }

  @Test func `nobody keeps a connection in the mode manual`() {
    func word(_ state: ConnectionState?, hasKey: Bool = true) -> ConnectionWord {
      ConnectionWord(state: state, obstacle: nil, hasKey: hasKey, isManual: true)
    }

    #expect(word(nil) == .manual)
    #expect(word(.online) == .live)
    #expect(word(nil, hasKey: false) == .signedOut)
  }

  @Test(arguments: [
    (#"{}"#, []),
    (#"{"may": {"types": {"*": "write"}, "edges": {"*": "write"}, "purge": true}}"#, []),
    (
      #"{"may": {"types": {"core.*": "read"}, "edges": {}, "purge": false}}"#,
      ["This key may only read: nothing can be changed here."]
    ),
    (
      #"{"may": {"types": {"app.*": "write"}, "edges": {"*": "write"}, "purge": true}}"#,
      ["This key may not read notes: nothing will arrive, and nothing will be sent."]
    ),
    (
      #"{"may": {"types": {"*": "write", "core.*": "none"}, "edges": {"*": "write"}}}"#,
      ["This key may not read notes: nothing will arrive, and nothing will be sent."]
    ),
    (
      #"{"may": {"types": {"core.note": "write"}, "edges": {"parent-of": "read"}, "purge": true}}"#,
      [
        "This key may not see notebooks.", "This key may not move notes into notebooks.",
      ]
    ),
    (
      #"{"may": {"types": {"core.*": "write"}, "edges": {"*": "write"}, "purge": false}}"#,
      [
        "This key may not delete permanently: what you purge here goes to the server's trash."
      ]
    ),
  ])
  func `what a key may not do is said in words`(json: String, sentences: [String]) throws {
    #expect(KeyRights.sentences(try JSONParser.parse(Array(json.utf8))) == sentences)
  }

  @Test func `everything is on the server only when nothing waits and the server was reached`() {
    var counts = SyncCounts()
    counts.server = "https://notes.example.org"
    func standing(
      _ counts: SyncCounts, uploads: Int = 0, syncedAt: Int64? = 1, obstacle: String? = nil,
      hasKey: Bool = true
    ) -> SyncStanding {
      var report = EngineReport()
      (report.syncedAt, report.obstacle) = (syncedAt, obstacle)
      return SyncStanding(
        counts: counts, uploads: uploads, driver: (report, isDriven: obstacle != nil),
        hasKey: hasKey)
    }

    #expect(standing(counts).isAllOnServer)
    #expect(standing(counts, obstacle: "paused").isAllOnServer)
    #expect(!standing(SyncCounts()).isAllOnServer)
    #expect(!standing(counts, uploads: 1).isAllOnServer)
    #expect(!standing(counts, syncedAt: nil).isAllOnServer)
    #expect(!standing(counts, hasKey: false).isAllOnServer)
    for obstacle in ["signed_out", "other_server", "refused"] {
      #expect(!standing(counts, obstacle: obstacle).isAllOnServer)
    }
    for path in [\SyncCounts.pending, \.conflicts, \.refused, \.removals] {
      var some = counts
      some[keyPath: path] = 1
      #expect(!standing(some).isAllOnServer)
    }
  }
}
