import Foundation
import MarfaSDK
import MarfaTerminal
import NoteFiles
import TerminalUI
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct SyncStatusTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func status(_ change: (inout SyncStatus) -> Void = { _ in }) -> SyncStatus {
    var status = SyncStatus(server: "https://notes.example")
    (status.connection, status.isSyncedInThisRun) = (.live, true)
    change(&status)
    return status
  }

  private func text(_ status: SyncStatus, columns: Int = 120, unsaved: String = "") -> String {
    SyncCells(status, unsaved: unsaved, now: now, columns: columns, glyphs: .ascii)
      .cells.map(\.text).joined(separator: " · ")
  }

  @Test func `all is on the server only when nothing at all is left`() {
    #expect(status().isAllOnServer)
    #expect(text(status()) == "live · all on server")
    let others: [(inout SyncStatus) -> Void] = [
      { $0.pending = 1 }, { $0.uploads = 1 }, { $0.conflicts = 1 }, { $0.refused = 1 },
      { $0.isSyncedInThisRun = false }, { $0.removals = 1 }, { $0.isSettling = true },
      { $0.connection = .catchingUp }, { $0.connection = .offline }, { $0.connection = .readOnly },
      { $0.connection = .elsewhere(.live) }, { $0.connection = .paused },
      { $0.connection = .signedOut },
    ]
    for change in others {
      #expect(!status(change).isAllOnServer)
      #expect(!text(status(change)).contains("all on server"))
    }
    #expect(!text(status(), unsaved: "storing …").contains("all on server"))
  }

  @Test func `each fact has a cell, and fewer words where there is less room`() {
    let busy = status {
      ($0.pending, $0.conflicts, $0.refused, $0.connection) = (3, 1, 2, .offline)
      $0.oldestPending = now.addingTimeInterval(-240)
    }

    #expect(text(busy) == "offline · 3 pending 4m · 1 conflict · 2 refused")
    #expect(text(busy, columns: 75) == "offline · 3 pending · 1 conflict · 2 refused")
    #expect(
      text(
        status {
          $0.connection = .catchingUp
          $0.received = SweptItems(count: 120)
        }) == "catching up 120")
    #expect(
      text(
        status {
          $0.connection = .catchingUp
          $0.received = SweptItems(count: 120, total: 980)
        }) == "catching up 120/980")
    #expect(SweptItems(count: 120, total: 100).words == "120")
    #expect(text(busy, columns: 40) == "offline · *3 · !1 · x2")
  }

  @Test func `a change that failed ten times is counted as stuck`() {
    let stuck = status { ($0.pending, $0.stuck, $0.connection) = (3, 2, .offline) }

    #expect(text(stuck) == "offline · 3 pending · 2 stuck")
  }

  @Test func `files that were stopped are told apart from those on their way`() {
    let stopped = status { ($0.uploads, $0.pausedUploads, $0.failedUploads) = (4, 1, 1) }

    #expect(text(stopped).hasSuffix("2 uploads · 1 paused · 1 upload failed"))
    #expect(text(status { ($0.uploads, $0.pausedUploads) = (1, 1) }).hasSuffix(" · 1 paused"))
  }

  @Test func `a thing that only a person can answer is a cell and a line of its own`() {
    let asking = status { ($0.pending, $0.setBack, $0.removals) = (3, 3, 21) }

    #expect(text(asking).hasSuffix("3 pending · server set back · 21 missing there"))
    #expect(SyncQuestion.all(asking) == [.setBack(3), .removals(21)])
    #expect(SyncQuestion.all(status()).isEmpty)
  }

  @Test func `while a first exchange lasts it is said that the notes are being fetched`() {
    func words(_ change: (inout SyncStatus) -> Void) -> String? {
      status {
        ($0.connection, $0.isSyncedInThisRun) = (.catchingUp, false)
        change(&$0)
      }.fetchingWords
    }

    #expect(words { _ in } == "Your notes are being fetched from the server.")
    #expect(
      words { $0.received = SweptItems(count: 0, total: 980) }
        == "Your notes are being fetched from the server: 0 of 980 items so far.")
    #expect(words { $0.connection = .elsewhere(.catchingUp) } != nil)
    #expect(words { $0.connection = .offline } == nil)
    #expect(words { $0.lastSynced = now } == nil)
    #expect(words { $0.isSyncedInThisRun = true } == nil)
  }

  @Test(arguments: [
    (9.0, nil), (10, "<1m"), (59, "<1m"), (60, "1m"), (3599, "59m"), (7200, "2h"), (200_000, "2d"),
  ])
  func `the age of the oldest is reported from ten seconds on`(seconds: Double, age: String?) {
    let waiting = status {
      $0.pending = 1
      $0.oldestPending = now.addingTimeInterval(-seconds)
    }

    #expect(waiting.age(at: now) == age)
    #expect(waiting.hasBar(at: now))
    #expect(status().age(at: now) == nil)
  }

  @Test func `the next frame comes when an age changes, and none while nothing waits`() {
    func wait(_ seconds: Double) -> Duration? {
      status {
        $0.pending = 1
        $0.oldestPending = now.addingTimeInterval(-seconds)
      }.untilNextAge(at: now)
    }

    #expect(wait(0.5) == .seconds(1.5))
    #expect(wait(4) == .seconds(6))
    #expect(wait(90) == .seconds(30))
    #expect(wait(3700) == .seconds(3500))
    #expect(status().untilNextAge(at: now) == nil)
  }

  @Test func `while the server is away it is said when it is asked again`() {
    func waiting(_ seconds: Double) -> SyncStatus {
      status {
        ($0.connection, $0.pending) = (.offline, 1)
        $0.reconnectsAt = now.addingTimeInterval(seconds)
      }
    }
    func next(_ seconds: Double) -> [String?] {
      [
        waiting(seconds).reconnectsIn(at: now),
        waiting(seconds).untilNextAge(at: now).map { "\($0 / .seconds(1))" },
      ]
    }

    #expect(text(waiting(8)) == "offline · 1 pending · reconnecting in 8s")
    #expect(text(waiting(8), columns: 60) == "offline · 1 pending")
    #expect(text(waiting(-1)) == "offline · 1 pending")
    #expect(text(waiting(12)) == "offline · 1 pending · reconnecting in 20s")
    #expect(waiting(12).nextTry(at: now) == "Next try in 20s.")
    #expect(waiting(-1).nextTry(at: now) == "Trying now.")
    #expect(status().nextTry(at: now) == nil)
    // The clock was set back by a year while it waited.
    #expect(text(waiting(31_536_030)) == "offline · 1 pending")
    #expect(waiting(31_536_030).nextTry(at: now) == nil)
    #expect(next(7.5) == ["8s", "0.5"])
    #expect(next(8) == ["8s", "1.0"])
    #expect(next(10) == ["10s", "1.0"])
    #expect(next(34) == ["40s", "4.0"])
    #expect(next(60) == ["60s", "10.0"])
    #expect(next(90) == ["2m", "30.0"])
    #expect(next(-1) == [nil, nil])
  }

  @Test func `an upload that failed has a cell of its own`() {
    let status = status { ($0.uploads, $0.failedUploads, $0.uploadPercent) = (3, 1, 40) }

    #expect(text(status) == "live · 2 uploads 40% · 1 upload failed")
  }

  @Test func `the status bar and marfa status take their word from one rule`() {
    let obstacles: [ConnectionObstacle?] = [
      nil, .signedOut, .paused, .otherServer(id: "a"), .refused(message: "no"), .readOnly,
      .serverError(status: 503), .tooManyRequests,
    ]
    for state in ConnectionState.allCases {
      for obstacle in obstacles {
        for isCaughtUp in [true, false] {
          let standing = EngineStanding(
            state: state, obstacle: obstacle, isCaughtUp: isCaughtUp)
          var (report, counts) = (EngineReport(), SyncCounts())
          report.take(standing)
          counts.server = "https://notes.example.org"
          let other = SyncStanding(
            counts: counts, uploads: 0, driver: (report, isDriven: true), hasKey: true)
          let shown = SyncStatus.Connection(standing)
          let word: String =
            switch shown {
            case .serverError, .otherServer, .refused: "server error"
            default: shown.word
            }

          #expect(other.connection?.rawValue == word, "\(standing)")
        }
      }
    }
  }

  @Test(arguments: [nil, "read_only"])
  func `nothing is live while the server answers and does not say what others change`(
    obstacle: String?
  ) {
    #expect(ConnectionWord(state: .online, obstacle: obstacle, isCaughtUp: false) == .connecting)
  }

  @Test func `what the word for the connection does not say is kept`() {
    func word(_ state: ConnectionState, _ obstacle: ConnectionObstacle? = nil) -> String {
      SyncStatus.Connection(
        EngineStanding(state: state, obstacle: obstacle, isCaughtUp: state == .online)
      ).word
    }

    #expect(word(.syncing) == "catching up")
    #expect(word(.syncing, .readOnly) == "catching up")
    #expect(word(.online, .readOnly) == "read-only")
    #expect(word(.offline, .serverError(status: 503)) == "server error 503")
    #expect(word(.offline, .refused(message: "no")) == "server refuses")
    #expect(word(.offline, .otherServer(id: "a")) == "other server")
    let sending = EngineStanding(state: .syncing, isCaughtUp: true)
    #expect(SyncStatus.Connection(sending) == .live)
    #expect(SyncStatus.Connection(sending, other: .offline) == .elsewhere(.offline))
  }

  @Test func `another program that syncs is said to do no more than it does`() {
    func text(_ word: ConnectionWord, _ received: SweptItems? = nil) -> String {
      self.text(
        status { ($0.connection, $0.received) = (.elsewhere(word), received) })
    }

    #expect(text(.live) == "another marfa syncs")
    #expect(text(.catchingUp, SweptItems(count: 120, total: 980)) == "another marfa syncs 120/980")
    #expect(text(.offline) == "another marfa: offline")
    #expect(text(.serverError) == "another marfa: server error")
    for word in ConnectionWord.allCases {
      let connection = SyncStatus.Connection.elsewhere(word)
      #expect(connection.isElsewhere)
      #expect(connection.sendsAtOnce == [.live, .catchingUp, .readOnly].contains(word))
      #expect(connection.sentence.hasSuffix("waits here.") == !connection.sendsAtOnce)
    }
  }

  @Test func `the rest after an exchange is said in numbers`() {
    func sentence(pending: Int, conflicts: Int = 0) -> String {
      var counts = SyncCounts()
      (counts.pending, counts.conflicts) = (pending, conflicts)
      return SyncMonitor.sentence(ofWaiting: counts)
    }

    #expect(sentence(pending: 0) == "Everything was exchanged.")
    #expect(sentence(pending: 1) == "1 change still waits.")
    #expect(sentence(pending: 12) == "12 changes still wait.")
    #expect(sentence(pending: 1, conflicts: 1) == "Sent; what is in conflict waits for you.")
    #expect(SyncMonitor.sentence(ofWaiting: nil) == "Everything was exchanged.")
  }

  @Test func `why nothing is sent fits next to the numbers in 80 columns`() {
    let connections: [SyncStatus.Connection] = [
      .live, .catchingUp, .connecting, .offline, .serverError(500), .askedToWait, .signedOut,
      .paused, .manual, .readOnly, .refused("The key has been withdrawn."),
    ]

    for connection in connections + ConnectionWord.allCases.map({ .elsewhere($0) }) {
      #expect(connection.sentence.count + "12 of 120 sent   ".count <= 78, "\(connection)")
    }
    #expect(SyncStatus.Connection.refused("No.").sentence == "The server refuses: No.")
  }

  @Test func `changes refused, in conflict or given up were not sent`() {
    var progress = SendProgress()
    func take(_ pending: Int, conflicts: Int = 0, refused: Int = 0) {
      var counts = SyncCounts()
      (counts.pending, counts.conflicts, counts.refused) = (pending, conflicts, refused)
      progress.take(counts)
    }

    take(5)
    take(4)
    #expect((progress.sent, progress.total) == (1, 5))
    take(3, refused: 1)
    #expect((progress.sent, progress.total) == (1, 4))
    progress.discarded(1)
    take(2, refused: 1)
    #expect((progress.sent, progress.total) == (1, 3))
    take(6, refused: 1)
    #expect((progress.sent, progress.total) == (1, 7))
    take(0, refused: 1)
    take(1, refused: 1)
    #expect((progress.sent, progress.total) == (0, 1))
  }
}
