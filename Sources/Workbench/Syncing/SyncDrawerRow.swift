import Foundation
import MarfaSDK
import NoteFiles

/// One line of the sync drawer.
package enum SyncDrawerRow: Hashable {
  /// A heading with the number of lines below it; never selected.
  case heading(String, count: Int)
  /// A change that contradicts the server's.
  case conflict(PendingMutationSummary)
  /// A change that waits for the server.
  case pending(PendingMutationSummary)
  /// A change that the server refused, with the title of its note.
  case refused(RefusedChange, title: String)
  /// A file that goes to the server.
  case upload(UploadRow)
  /// Something that only a person can answer.
  case question(SyncQuestion)

  /// What the line is of; nil for a heading.
  package var id: String? {
    switch self {
    case .heading: nil
    case .conflict(let change), .pending(let change): change.id
    case .refused(let change, _): change.id
    case .upload(let row): row.id
    case .question(let question): question.id
    }
  }

  /// The note that it is about.
  package var itemId: String? {
    switch self {
    case .heading, .upload, .question: nil
    case .conflict(let change), .pending(let change): change.itemId
    case .refused(let change, _): change.noteId
    }
  }

  /// What the change does, in a word.
  package var verb: String {
    switch self {
    case .heading: ""
    case .conflict(let change), .pending(let change): change.kind.verb
    case .refused(let change, _): change.isMove ? "move" : change.kind.verb
    case .upload: MutationKind.uploadBlob.verb
    case .question: "answer"
    }
  }

  /// The note's title, or the file's name.
  package var title: String {
    switch self {
    case .heading: ""
    case .conflict(let change), .pending(let change): change.title ?? ""
    case .refused(_, let title): title
    case .upload(let row): row.name
    case .question(let question): question.title
    }
  }

  /// When it was made, or refused.
  package var date: Date? {
    switch self {
    case .heading, .upload, .question: nil
    case .conflict(let change), .pending(let change): change.createdAt
    case .refused(let change, _): change.refusedAt
    }
  }

  /// The server's words with the status and code of its answer, the words of this device for what
  /// was not sent, or what a conflict is; empty for none.
  package var words: String {
    switch self {
    case .heading: ""
    case .conflict: "This device and the server contradict each other; Enter shows both."
    case .question(let question): question.words
    case .pending(let change) where change.isSetBack: Self.setBackAdvice
    case .pending(let change):
      if case .retrying(_, let error) = change.status { error } else { "" }
    case .refused(let change, _):
      change.status.map { "\(change.message) (\($0) \(change.code))" } ?? change.message
    case .upload(let row): row.words
    }
  }

  /// Whether its words are why it failed, and not what is asked.
  package var isFailure: Bool {
    switch self {
    case .conflict, .question: false
    case .pending(let change) where change.isSetBack: false
    case .heading, .pending, .refused, .upload: true
    }
  }

  /// Who said its words, as copying them reports it.
  package var speaker: String {
    if case .refused(let change, _) = self, change.status == nil { return "The words" }
    return "The server's words"
  }

  /// What giving it up does, in a sentence.
  package var loss: String {
    switch self {
    case .pending(let change) where change.kind == .createItem:
      change.status == .pending
        ? "The note is removed from this machine, too: the server does not have it."
        : "The note goes to the trash, as the server may have it already."
    case .refused(let change, _) where change.kind == .createItem:
      "The note is removed from this machine, too: the server does not have it."
    default: "The note then shows what the server has."
    }
  }

  /// Its state, in a few words.
  package func state(at now: Date) -> String {
    switch self {
    case .heading: ""
    case .conflict, .question: "waits for you"
    case .refused(let change, _): Self.attempts(change.attempt)
    case .upload(let row): row.words.isEmpty ? row.summary : row.word
    case .pending(let change) where change.isSetBack: "waits for the answer"
    case .pending(let change):
      switch change.status {
      case .inFlight: "sending"
      case .pending: change.nextAttemptAt.map { Self.retry($0, now) } ?? "queued"
      case .retrying(let count, _):
        [change.nextAttemptAt.map { Self.retry($0, now) } ?? "retry next", Self.attempts(count)]
          .joined(separator: ", ")
      }
    }
  }

  /// What can be done about a change that a server lacks which was set back.
  private static let setBackAdvice =
    "The server was set back and lacks this change; the question above decides about all of them."

  private static func attempts(_ count: Int) -> String {
    count == 0 ? "never sent" : "attempt \(count)"
  }

  private static func retry(_ date: Date, _ now: Date) -> String {
    let seconds = Int(date.timeIntervalSince(now).rounded(.up))
    if seconds <= 0 { return "retry next" }
    return seconds < 120 ? "retry in \(seconds)s" : "retry in \(seconds / 60)m"
  }
}

extension SyncDrawerRow {
  /// The lines of the drawer, from the top.
  ///
  /// - Parameters:
  ///   - questions: What only a person can answer.
  ///   - pending: What waits for the server, with what is in conflict.
  ///   - refused: What the server refused, with the titles of the notes.
  ///   - uploads: The files that go to the server.
  ///   - count: How many changes wait for the server; more than the lines of a long queue, of which
  ///     only the beginning is read.
  /// - Returns: The lines.
  package static func rows(
    questions: [SyncQuestion], pending: [PendingMutationSummary],
    refused: [(RefusedChange, title: String)], uploads: [UploadRow] = [], count: Int = 0
  ) -> [SyncDrawerRow] {
    let conflicts = pending.filter(\.isInConflict)
    // Files have lines of their own.
    let waiting = pending.filter { !$0.isInConflict && $0.kind != .uploadBlob }
    let files = uploads.filter { $0.phase != .hashing && !$0.phase.isOver }
    var rows: [SyncDrawerRow] = []
    if !questions.isEmpty {
      rows.append(.heading("Questions", count: questions.count))
      rows += questions.map(SyncDrawerRow.question)
    }
    if !conflicts.isEmpty {
      rows.append(.heading("Conflicts", count: conflicts.count))
      rows += conflicts.map(SyncDrawerRow.conflict)
    }
    if !refused.isEmpty {
      rows.append(.heading("Refused", count: refused.count))
      rows += refused.map { SyncDrawerRow.refused($0.0, title: $0.title) }
    }
    rows.append(.heading("Pending", count: max(waiting.count, count)))
    rows += waiting.map(SyncDrawerRow.pending)
    if !files.isEmpty {
      rows.append(.heading("Uploads", count: files.count))
      rows += files.map(SyncDrawerRow.upload)
    }
    return rows
  }
}
