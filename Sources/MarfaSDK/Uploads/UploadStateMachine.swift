/// Decides what is sent of which blob, and when: a value without any input or output.
///
/// ```
/// idle ─(asked, a free slot)─► create ─► piece ─► piece ─► … ─► settling
///   ▲                      └─► offset ─┘   │ (broken: waiting, then offset again)
///   └──────────────── timer ── waiting ◄───┘
/// ```
/// Two blobs are on their way at a time; one that waits after a failure holds up no other. Pieces
/// are as large as the line takes in two seconds, so that the bar moves on a slow one; a line that
/// breaks off gets smaller ones, so that each attempt brings the upload forward. How far an upload
/// is gets stored while the next piece is on its way; a piece that would lead the server too far
/// from what is stored waits for the store, and a store that fails lets the upload wait.
package struct UploadStateMachine: Sendable {
  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var offers: Offers?
  private var isAsking = false

  /// A machine that knows no uploads and no server.
  package init() {}

  /// Takes an event; the actions are to be carried out in order.
  package mutating func on(_ event: Event) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .connected(let offers):
      let isBack = self.offers == nil
      self.offers = offers
      for hash in order where isBack && entries[hash]?.isSilent == true { stop(hash, &actions) }
    case .disconnected:
      offers = nil
      for hash in order { entries[hash]?.serverWent() }
    case .halted:
      offers = nil
      for hash in order { stop(hash, &actions) }
    case .loaded(let uploads): load(uploads, &actions)
    case .known(let asked, let there): take(asked, there, &actions)
    case .sent(let hash, let step, let bytes): progress(hash, step, bytes, &actions)
    case .answered(let hash, let step, let answer, let time):
      take(answer, to: step, after: time, hash, &actions)
    case .timer(let hash, let step):
      guard let entry = entries[hash], entry.step == step, entry.phase == .waiting else { break }
      entries[hash]?.phase = .idle
    case .kept(let hash, let offset):
      entries[hash]?.kept(offset)
      if entries[hash]?.phase == .holding { sendOn(hash, &actions) }
    case .notKept(let hash, let offset):
      guard entries[hash]?.isHolding(at: offset) == true else { break }
      delay(hash, Self.notStored, nil, &actions)
    case .settled(let hash):
      entries[hash] = nil
      order.removeAll { $0 == hash }
    case .notSettled(let hash):
      entries[hash]?.isAsked = false
      delay(hash, Self.notStored, nil, &actions)
    }
    fill(&actions)
    return actions
  }

  // MARK: - What waits

  private mutating func load(_ uploads: [BlobUpload], _ actions: inout [Action]) {
    let present = Set(uploads.map(\.hash))
    for hash in order where !present.contains(hash) {
      guard let entry = entries[hash], entry.phase != .settling else { continue }
      stop(hash, &actions)
      if let url = entry.url { actions.append(.discard(url: url)) }
      actions.append(.report(entry.report(.cancelled)))
      entries[hash] = nil
    }
    for upload in uploads {
      guard var entry = entries[upload.hash] else {
        entries[upload.hash] = Entry(upload)
        report(upload.hash, &actions)
        continue
      }
      let former = entry.upload.state
      // This machine knows better how far it is.
      entry.upload = upload
      entries[upload.hash] = entry
      guard former != upload.state, entry.phase != .settling else { continue }
      if upload.state != .queued { stop(upload.hash, &actions) }
      entries[upload.hash]?.forgetFailures()
      report(upload.hash, &actions)
    }
    let settling = order.filter { entries[$0] != nil && !present.contains($0) }
    order = settling + uploads.map(\.hash)
  }

  /// Ends what is on its way of a blob.
  private mutating func stop(_ hash: String, _ actions: inout [Action]) {
    guard let phase = entries[hash]?.phase, phase != .idle, phase != .settling else { return }
    actions.append(.abandon(hash))
    entries[hash]?.stop()
    report(hash, &actions)
  }

  /// Reports the state of an upload that is not on its way.
  private func report(_ hash: String, _ actions: inout [Action]) {
    if let entry = entries[hash] { actions.append(.report(entry.standing)) }
  }

  // MARK: - What the server has

  private mutating func take(
    _ asked: [String], _ there: Set<String>?, _ actions: inout [Action]
  ) {
    isAsking = false
    for hash in asked {
      guard let entry = entries[hash], entry.phase == .idle else { continue }
      // Without an answer the bytes are sent: the server keeps each blob once.
      entries[hash]?.isAsked = true
      if there?.contains(hash) == true, entry.upload.state == .queued {
        finish(hash, .alreadyOnServer, &actions)
      }
    }
  }

  // MARK: - Beginning

  private mutating func fill(_ actions: inout [Action]) {
    guard let offers else { return }
    ask(offers, &actions)
    for hash in order {
      guard entries.values.count(where: \.isBusy) < Self.parallel else { return }
      guard let entry = entries[hash], entry.upload.state == .queued, entry.phase == .idle
      else { continue }
      if entry.isAsked {
        begin(hash, &actions)
      } else if !offers.knows {
        perform(.exists, hash, &actions)
      }
    }
  }

  private mutating func ask(_ offers: Offers, _ actions: inout [Action]) {
    guard offers.knows, !isAsking else { return }
    let unknown = order.filter { hash in
      entries[hash].map { $0.upload.state == .queued && $0.phase == .idle && !$0.isAsked } ?? false
    }
    guard !unknown.isEmpty else { return }
    isAsking = true
    actions.append(.ask(Array(unknown.prefix(Self.askedAtOnce))))
  }

  private mutating func begin(_ hash: String, _ actions: inout [Action]) {
    guard let entry = entries[hash], let offers else { return stop(hash, &actions) }
    if !offers.resumes {
      restart(hash, at: 0, &actions)
      perform(.whole, hash, &actions)
    } else if let url = entry.url {
      perform(.offset(url: url), hash, &actions)
    } else {
      perform(.create, hash, &actions)
    }
  }

  private mutating func perform(_ step: Step, _ hash: String, _ actions: inout [Action]) {
    guard var entry = entries[hash] else { return }
    if let start = entry.begin(step) { actions.append(.report(start)) }
    entries[hash] = entry
    actions.append(.perform(entry.upload, step: entry.step, step))
  }

  /// Puts an upload where the server has it.
  private mutating func restart(_ hash: String, at offset: Int64, _ actions: inout [Action]) {
    guard var entry = entries[hash] else { return }
    if entry.restart(at: offset) { actions.append(.keep(hash, offset: offset, url: entry.url)) }
    entries[hash] = entry
  }

  // MARK: - Sending

  private mutating func progress(
    _ hash: String, _ step: Int, _ bytes: Int64, _ actions: inout [Action]
  ) {
    guard var entry = entries[hash], let start = entry.running(step)?.start,
      start + bytes > entry.sent
    else { return }
    entry.sent = min(start + bytes, entry.upload.size)
    entries[hash] = entry
    actions.append(
      .report(entry.report(entry.sent == entry.upload.size ? .verifying : .uploading)))
  }

  private mutating func take(
    _ answer: Answer, to number: Int, after time: Duration, _ hash: String,
    _ actions: inout [Action]
  ) {
    guard let step = entries[hash]?.running(number) else { return }
    entries[hash]?.learn(from: answer, to: step, after: time)
    switch answer {
    case .there: finish(hash, .alreadyOnServer, &actions)
    case .complete: finish(hash, .completed, &actions)
    case .absent, .tooLarge:
      entries[hash]?.isAsked = true
      begin(hash, &actions)
    case .created(let url):
      entries[hash]?.url = url
      restart(hash, at: 0, &actions)
      sendOn(hash, &actions)
    case .offset(let offset): goOn(hash, from: offset, after: step, &actions)
    case .gone:
      entries[hash]?.url = nil
      restart(hash, at: 0, &actions)
      lose(hash, &actions)
    case .damaged: lose(hash, &actions)
    case .transient(let words, let retryAfter):
      if case .piece = step { entries[hash]?.pieceBroke() }
      delay(hash, words, retryAfter, &actions)
    case .refused(let words): fail(hash, words, &actions)
    case .signedOut:
      entries[hash]?.phase = .waiting
      stop(hash, &actions)
      offers = nil
    }
  }

  /// Goes on from the place that the server named.
  private mutating func goOn(
    _ hash: String, from offset: Int64?, after step: Step, _ actions: inout [Action]
  ) {
    guard let entry = entries[hash], let offset, (0...entry.upload.size).contains(offset) else {
      return lose(hash, &actions)
    }
    if case .piece(_, let start, _) = step {
      // Nothing was taken: where the upload is must be asked.
      guard offset > start else { return lose(hash, &actions) }
      entries[hash]?.failures = 0
    }
    restart(hash, at: offset, &actions)
    sendOn(hash, &actions)
  }

  /// Sends the next bytes after those that the server has.
  private mutating func sendOn(_ hash: String, _ actions: inout [Action]) {
    guard let entry = entries[hash], let piece = entry.nextPiece else { return }
    if entry.acknowledged == entry.upload.size { return finish(hash, .completed, &actions) }
    guard offers != nil else { return stop(hash, &actions) }
    if entry.isFarFromStore {
      entries[hash]?.phase = .holding
    } else {
      perform(piece, hash, &actions)
    }
    if let entry = entries[hash], entry.hasStarted {
      actions.append(.report(entry.report(.uploading)))
    }
  }

  /// Begins again after bytes or their place were lost, a few times.
  private mutating func lose(_ hash: String, _ actions: inout [Action]) {
    guard let losses = entries[hash]?.losses else { return }
    entries[hash]?.losses = losses + 1
    if losses + 1 >= Self.patience {
      return fail(hash, "The bytes arrive damaged, or the server loses them.", &actions)
    }
    if losses == 0 {
      // Most often the upload has expired: nothing is wrong with the line.
      entries[hash]?.phase = .idle
      entries[hash]?.hasStarted = false
    } else {
      delay(hash, "The server lost a part of the bytes.", nil, &actions)
    }
  }

  private mutating func delay(
    _ hash: String, _ words: String, _ retryAfter: Duration?, _ actions: inout [Action]
  ) {
    guard var entry = entries[hash] else { return }
    entry.delay()
    entries[hash] = entry
    actions += [
      .delay(hash, words: words),
      .wait(hash, step: entry.step, failures: entry.failures, retryAfter: retryAfter),
      .report(entry.report(.waiting(words))),
    ]
  }

  // MARK: - Ends

  private mutating func finish(
    _ hash: String, _ phase: BlobUploadProgress.Phase, _ actions: inout [Action]
  ) {
    guard var entry = entries[hash] else { return }
    entry.finish()
    entries[hash] = entry
    if phase == .alreadyOnServer, let url = entry.url { actions.append(.discard(url: url)) }
    actions += [.finish(hash), .report(entry.report(phase))]
  }

  private mutating func fail(_ hash: String, _ words: String, _ actions: inout [Action]) {
    entries[hash]?.phase = .settling
    actions.append(.fail(hash, words: words))
    if let entry = entries[hash] { actions.append(.report(entry.report(.failed(words)))) }
  }
}
