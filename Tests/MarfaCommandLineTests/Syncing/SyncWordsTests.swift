import MarfaSDK
import NoteFiles
import Settings
import Testing

@testable import MarfaCommandLine

@Suite(.timeLimit(.minutes(20))) struct SyncWordsTests {
  @Test(
    arguments: [
      (nil, nil, true, ConnectionWord.offline), (nil, nil, false, .signedOut),
      (.offline, nil, true, .offline), (.connecting, nil, true, .connecting),
      (.syncing, nil, true, .catchingUp), (.online, nil, true, .live),
      (.online, "read_only", true, .readOnly), (.syncing, "read_only", true, .catchingUp),
      (.offline, "signed_out", true, .signedOut), (.offline, "paused", true, .paused),
      (.offline, "other_server", true, .serverError), (.offline, "refused", true, .serverError),
      (.offline, "server_error", true, .serverError),
      (.offline, "too_many_requests", true, .askedToWait),
      (.online, "too_many_requests", true, .askedToWait),
      (.online, nil, false, .signedOut),
    ] as [(ConnectionState?, String?, Bool, ConnectionWord)])
  func `one word says how the notes stand with their server`(
    state: ConnectionState?, obstacle: String?, hasKey: Bool, word: ConnectionWord
  ) {
    let isOpen = state == .online
    let shown = ConnectionWord(
      state: state, obstacle: obstacle, isCaughtUp: isOpen, hasKey: hasKey)
    #expect(shown == word)
  }

  @Test func `after the server refused the key the notes are signed out`() {
    var (counts, report) = (SyncCounts(), EngineReport())
    counts.server = "https://notes.example.org"
    (report.syncedAt, report.isSettled, report.isKeyUnknown) = (1_000, true, true)
    func standing(isDriven: Bool) -> SyncStanding {
      SyncStanding(
        counts: counts, uploads: 0, driver: (report, isDriven: isDriven), hasKey: true)
    }

    #expect(standing(isDriven: false).connection == .signedOut)
    #expect(!standing(isDriven: false).isAllOnServer)
    // A program that is connected now is right.
    report.state = ConnectionState.connecting.rawValue
    #expect(standing(isDriven: true).connection == .connecting)
  }

  @Test func `a refused change takes one line even when the server's words have several`() {
    let record = Record([
      ("id", "c"), ("title", "Rye"), ("message", "No.\r\n\nNever."), ("since", "2026"),
    ])

    #expect(RefusedListCommand.line(record) { $0 } == "c  Rye  No. Never.  since 2026")
  }

  @Test func `at the limit of time the words say what is missing, or that nothing waits`() {
    let rest = CommandFailure(.conflict, "1 conflict waits for you.")

    let some = SyncWords.timeIsUp(5, rest)
    let none = SyncWords.timeIsUp(5, nil)

    #expect(some.status == .conflict)
    #expect(
      some.message == "Not everything is on the server after 5 s. 1 conflict waits for you.")
    #expect(none.status == .offline)
    #expect(
      none.message
        == "After 5 s it is not known whether the server has anything new; nothing waits here.")
  }

  @Test func `the last push of a document counts as synced, once nothing waits`() {
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

  @Test func `a stopped upload is said to be what a run waits for`() {
    var counts = SyncCounts()
    (counts.server, counts.pending, counts.pausedUploads) = ("https://notes.example.org", 2, 1)

    let failure = SyncWords.failure(counts)

    #expect(failure?.status == .offline)
    #expect(failure?.message == "1 file is paused; `marfa uploads resume --all` goes on.")
    #expect(SyncWords.waiting(counts, uploads: 1) == ["2 pending", "1 upload paused"])
    (counts.pausedUploads, counts.setBack, counts.removals) = (0, 2, 40)
    #expect(SyncWords.waiting(counts) == ["2 pending", "server set back", "40 missing there"])
  }

  @Test func `only what the server has begun to take while a program works with it is sent`() {
    let uploads = [
      BlobUpload(hash: "a", name: "a", size: 9, state: .paused, offset: 3),
      BlobUpload(hash: "b", name: "b", size: 9, offset: 3, error: "No answer."),
      BlobUpload(hash: "c", name: "c", size: 9, offset: 3),
      BlobUpload(hash: "d", name: "d", size: 9),
      BlobUpload(hash: "e", name: "e", size: 9, offset: 3),
    ]

    #expect(UploadsListCommand.moving(uploads, isSending: true) == ["c"])
    #expect(UploadsListCommand.moving(uploads, isSending: false).isEmpty)
    #expect(
      UploadRecords.record(uploads[2], isSending: true)["state"] == .string("sending"))
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
      line == "not connected · 3 pending · 1 upload · server full · never synced\n"
        + "The server has no room left: what you change waits here. Free some there, or ask the "
        + "person who runs it.")
  }

  @Test func `each reason has words of its own, and is news once`() {
    var counts = SyncCounts()
    (counts.pending, counts.uploads) = (2, 1)
    let hold = ServerHold(since: 0, until: 9, status: 429, message: "Slowly.")
    func upload(_ error: String) -> BlobUpload {
      BlobUpload(hash: "a", name: "crumb.png", size: 9, error: error)
    }
    let asked = SyncWords.waitReason(counts, hold: hold, [], nil)
    let failed = SyncWords.waitReason(counts, hold: nil, [upload("The server answered 503.")], nil)
    let cut = SyncWords.waitReason(counts, hold: nil, [upload("no connection")], nil)
    var reasons = WaitReasons()

    #expect(asked == "The server asks to wait: slowly.")
    let failure = NetworkError(message: "Slowly", status: 429)
    #expect(SyncWords.waitReason(counts, hold: nil, [], failure) == asked)
    #expect(failed == "crumb.png waits: the server answered 503.")
    #expect(cut == "crumb.png waits: no connection.")
    #expect(SyncWords.waitReason(counts, hold: nil, [], nil) == nil)
    // These end a run.
    #expect(SyncWords.waitReason(counts, hold: nil, [], UnauthorizedError(message: "a")) == nil)
    #expect(SyncWords.waitReason(counts, hold: nil, [], ForbiddenError(message: "a")) == nil)
    #expect(
      SyncWords.waitReason(counts, hold: nil, [], NetworkError(message: "no route"))?
        .hasSuffix("no route.") == true)
    #expect(
      reasons.news(asked)
        == "The server asks to wait: slowly. It is tried again; Ctrl-C ends this.")
    #expect(reasons.news(asked) == nil)
    #expect(reasons.news(nil) == nil)
    #expect(reasons.news(failed)?.hasPrefix("crumb.png waits:") == true)
  }

  @Test func `nobody keeps a connection in the modes manual and paused`() {
    func word(
      _ state: ConnectionState?, hasKey: Bool = true, _ mode: SyncSettings.Mode = .manual
    ) -> ConnectionWord {
      ConnectionWord(state: state, obstacle: nil, isCaughtUp: true, hasKey: hasKey, mode: mode)
    }

    #expect(word(nil) == .manual)
    #expect(word(.online) == .live)
    #expect(word(nil, hasKey: false) == .signedOut)
    #expect(word(nil, .paused) == .paused)
    #expect(word(nil, .auto) == .offline)
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
      ["This key may not delete permanently: what you purge here goes to the server's trash."]
    ),
  ])
  func `a missing right of a key is said in words`(json: String, sentences: [String]) throws {
    #expect(KeyRights.sentences(try JSONParser.parse(Array(json.utf8))) == sentences)
  }

  @Test func `everything is on the server only when nothing waits and the server was reached`() {
    var counts = SyncCounts()
    counts.server = "https://notes.example.org"
    func standing(
      _ counts: SyncCounts, uploads: Int = 0, syncedAt: Int64? = 1, obstacle: String? = nil,
      isSettled: Bool? = true, hasKey: Bool = true
    ) -> SyncStanding {
      var report = EngineReport()
      (report.syncedAt, report.obstacle, report.isSettled) = (syncedAt, obstacle, isSettled)
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
    // The server could not be reached the last time.
    #expect(!standing(counts, isSettled: nil).isAllOnServer)
    var catchingUp = counts
    catchingUp.isCatchingUp = true
    #expect(!standing(catchingUp).isAllOnServer)
    for obstacle in ["signed_out", "other_server", "refused"] {
      #expect(!standing(counts, obstacle: obstacle).isAllOnServer)
    }
    for path in [\SyncCounts.pending, \.conflicts, \.refused, \.removals] {
      var some = counts
      some[keyPath: path] = 1
      #expect(!standing(some).isAllOnServer)
    }
  }

  @Test(arguments: [
    (ConnectionState.online, true), (.connecting, false), (.syncing, false), (.offline, false),
  ])
  func `while a program works with the server, only its open connection shows that all is there`(
    state: ConnectionState, isAll: Bool
  ) {
    var (counts, report) = (SyncCounts(), EngineReport())
    counts.server = "https://notes.example.org"
    (report.state, report.syncedAt, report.isCaughtUp) = (state.rawValue, 1, state == .online)
    let standing = SyncStanding(
      counts: counts, uploads: 0, driver: (report, isDriven: true), hasKey: true)

    #expect(standing.isAllOnServer == isAll)
  }

  @Test func `a line says when something was exchanged, and when everything was there`() {
    var (counts, report) = (SyncCounts(), EngineReport())
    (counts.server, counts.conflicts) = ("https://notes.example.org", 1)
    (report.syncedAt, report.exchangedAt) = (1_000, 298_000)
    func line(isDriven: Bool = false) -> String {
      SyncWords.line(
        SyncStanding(
          counts: counts, uploads: 0, driver: (report, isDriven: isDriven), hasKey: true),
        now: Timestamp(milliseconds: 301_000))
    }

    #expect(line() == "not connected · 1 conflict · synced 3 s ago · all on server last 5 min ago")
    (counts.conflicts, report.isSettled) = (0, true)
    #expect(line() == "not connected · all on server · synced 3 s ago")
    report.state = ConnectionState.offline.rawValue
    #expect(line(isDriven: true) == "offline · all on server · synced 3 s ago")
  }

  @Test func `every trouble is named, and the code is that of the gravest`() {
    var counts = SyncCounts()
    (counts.conflicts, counts.refused, counts.pending) = (4, 1, 5)

    let both = SyncWords.failure(counts)
    counts.refused = 0
    let one = SyncWords.failure(counts)
    counts.conflicts = 0
    let unsent = SyncWords.failure(counts)

    #expect(both?.status == .refused)
    #expect(
      both?.message == """
        The server refused 1 change, kept here; `marfa refused list` says why.
        4 conflicts wait for you; `marfa conflicts list` shows them.
        """)
    #expect(one?.status == .conflict)
    #expect(unsent?.status == .offline)
  }
}
