import MarfaSDK

/// One file on its way to the server, as it is shown.
package struct UploadRow: Hashable {
  /// The blob; of a file that is still being read, what the reading is called.
  package var id: String
  /// What a person calls the file.
  package var name: String
  /// What is happening.
  package var phase: BlobUploadProgress.Phase
  /// Bytes that the server has; of a file that is being read, those that were read.
  package var acknowledged: Int64
  /// Bytes that were sent, at least those that the server has.
  package var sent: Int64
  /// Bytes in all.
  package var total: Int64
  /// Bytes a second; nil while not known.
  package var rate: Double?
  /// For how many seconds nothing has moved, once that is worth a word.
  package var stalledSeconds: Int?
  /// In how many seconds it is tried again; nil unless it waits for that.
  package var secondsToNextAttempt: Int?

  /// A file as a test or a preview shows it.
  package init(
    id: String, name: String, phase: BlobUploadProgress.Phase, acknowledged: Int64 = 0,
    sent: Int64 = 0, total: Int64
  ) {
    (self.id, self.name, self.phase) = (id, name, phase)
    (self.acknowledged, self.sent, self.total) = (acknowledged, max(sent, acknowledged), total)
  }

  /// An upload as the SDK reports it.
  package init(_ progress: BlobUploadProgress) {
    var sent = progress.acknowledged
    if case .uploading(let bytes, _) = progress.state { sent = max(sent, bytes) }
    self.init(
      id: progress.hash, name: progress.name ?? String(progress.hash.prefix(15)),
      phase: progress.phase, acknowledged: progress.acknowledged, sent: sent,
      total: progress.total)
  }

  /// Whether bytes are on their way.
  package var isMoving: Bool { phase == .uploading || phase == .verifying }

  /// Whether the server has a part of it, and the rest waits for the next attempt.
  package var isWaitingOnItsWay: Bool {
    if case .waiting = phase { acknowledged > 0 } else { false }
  }

  /// Whether it counts for the bar of all: it goes on by itself, or has arrived.
  var isCounted: Bool {
    switch phase {
    case .failed, .paused, .hashing, .cancelled: false
    case .queued, .waiting, .uploading, .verifying, .completed, .alreadyOnServer: true
    }
  }

  /// Whole percents of what the server has; 100 only when it has said so.
  package var percent: Int {
    phase.isOver ? 100 : min(99, ByteWords.percent(acknowledged, of: max(1, total)))
  }

  /// Seconds that the rest takes; nil while not known.
  package var secondsLeft: Double? { rate.map { Double(total - sent) / $0 } }

  /// The word for the phase, at most nine letters.
  package var word: String {
    switch phase {
    case .hashing: "hashing"
    case .queued: "queued"
    case .waiting: "waiting"
    case .uploading: "uploading"
    case .verifying: "verifying"
    case .alreadyOnServer, .completed: "done"
    case .paused: "paused"
    case .failed: "failed"
    case .cancelled: "given up"
    }
  }

  /// Why it does not go on, or that nothing had to be sent; empty where the figures say it all.
  package var words: String {
    switch phase {
    case .failed(let words): words
    case .waiting(let words): [nextAttempt, words].compactMap(\.self).joined(separator: ", ")
    case .alreadyOnServer: "already on server"
    default: ""
    }
  }

  private var nextAttempt: String? {
    guard let seconds = secondsToNextAttempt, seconds > 0 else { return nil }
    return seconds < 100 ? "again in \(seconds) s" : "again in \((seconds + 59) / 60) min"
  }

  /// Phase and share in a few words, as in `uploading 42%`.
  package var summary: String {
    switch phase {
    case .uploading, .hashing: "\(word) \(percent)%"
    case .paused where acknowledged > 0: "\(word) at \(percent)%"
    case .alreadyOnServer: words
    case .failed, .waiting: words.isEmpty ? word : "\(word): \(words)"
    default: word
    }
  }
}

/// All files of a stretch together: since last none was on its way.
package struct UploadTotal: Hashable {
  /// How many have arrived.
  package var arrived = 0
  /// How many there are.
  package var count = 0
  /// Bytes that the server has.
  package var acknowledged: Int64 = 0
  /// Bytes that were sent.
  package var sent: Int64 = 0
  /// Bytes in all.
  package var total: Int64 = 0
  /// Bytes a second; nil while not known.
  package var rate: Double?
  /// The name of the first file that is moving; nil while none is.
  package var name: String?
  /// Whether the files are only being read so far.
  package var isHashing = false

  /// Adds up rows; nil when nothing of them is left that goes on by itself.
  package init?(_ rows: [UploadRow]) {
    var counted = rows.filter(\.isCounted)
    if counted.allSatisfy({ $0.phase.isOver }) {
      counted = rows.filter { $0.phase == .hashing }
      isHashing = true
    }
    if counted.isEmpty { return nil }
    for row in counted {
      count += 1
      if row.phase.isOver { arrived += 1 }
      acknowledged += row.acknowledged
      sent += row.sent
      total += row.total
      if let part = row.rate { rate = (rate ?? 0) + part }
    }
    name = counted.first { $0.isMoving || isHashing }?.name
  }

  /// Whole percents of what the server has; never 100, as something is left.
  package var percent: Int { min(99, ByteWords.percent(acknowledged, of: max(1, total))) }

  /// Seconds that the rest takes; nil while not known.
  package var secondsLeft: Double? { rate.map { Double(total - sent) / $0 } }
}
