import Documents
import Foundation
import MarfaSDK
import MarfaServer

/// A request about a document, and what it is for.
struct NoteRequest {
  /// What is done with the answer.
  enum Purpose {
    /// A client id, for attaching; the one that the server has forgotten, if any.
    case activation(former: ActorID?)
    case attachment(DocumentSending, isSecond: Bool)
    case exchange(DocumentSending)
    /// Another client id for a document whose actor the server refused.
    case renewal(DocumentSyncError, isSecond: Bool)
    /// The same before the first attachment.
    case renewalOfAttachment
    case rejoining(Replica, DocumentSyncError, isSecond: Bool)
    case detachment
  }

  var client: Int
  var life: Int
  var key: String
  var note: Int
  var call: DocumentCall
  var purpose: Purpose
}

/// The exchanges of documents with the server, as the client's actors make them.
extension Simulation {
  func send(
    _ call: DocumentCall, for purpose: NoteRequest.Purpose, _ note: SimulatedNote, _ index: Int
  ) {
    let request = NoteRequest(
      client: index, life: clients[index].life, key: note.key, note: note.number, call: call,
      purpose: purpose)
    push(.note(.request(request, loses: happens(faults.lostRequest))), after: Int64(random(200)))
  }

  // MARK: - The network and the server

  func arrive(_ request: NoteRequest, _ loses: Bool) throws {
    let reply = loses ? .failure(message: "lost", mayHaveArrived: false) : reply(to: request)
    push(.note(.reply(request, reply)), after: Int64(random(200)))
  }

  private func reply(to request: NoteRequest) -> SyncReply {
    if happens(faults.busyServer) { return .response(busyAnswer()) }
    if happens(faults.garbage) {
      if random(2) == 0 { _ = answer(request) }
      return .response(
        TransportResponse(
          status: [404, 502][random(2)], body: Array("<html>Sign in</html>".utf8)))
    }
    let answer = answer(request)
    let client = request.call.query.first { $0.name == "client" }?.value ?? ""
    tell?("\(time) \(request.client) \(request.call.path) as \(client) -> \(answer.status)")
    if happens(faults.duplicate) { push(.note(.replay(request)), after: Int64(random(3_000))) }
    return happens(faults.lostAnswer)
      ? .failure(message: "cut", mayHaveArrived: true) : .response(answer)
  }

  func answer(_ request: NoteRequest) -> TransportResponse {
    var sent = SyncRequest(request.call.method, request.call.path, query: request.call.query)
    sent.headers = request.call.headers
    sent.body = request.call.body
    defer {
      wakeWatches()
      scheduleFlush()
    }
    return send(sent, request.client)
  }

  private func scheduleFlush() {
    guard notes?.isFlushDue == false else { return }
    notes?.isFlushDue = true
    push(.note(.flush), after: 500)
  }

  func flush() throws {
    notes?.isFlushDue = false
    if try server.flushDocuments() { scheduleFlush() }
    wakeStreams()
  }

  // MARK: - Answers

  func settle(_ request: NoteRequest, _ reply: SyncReply) throws {
    let index = request.client
    guard let note = note(index, request.life, request.key, request.note) else { return }
    if happens(faults.crash) { return try restart(index) }
    do {
      try settle(request, Self.response(of: reply), note, index)
    } catch {
      tell?("\(time) \(index) \(request.call.path) fails: \(error)")
      try fail(request, error, note, index)
    }
    if happens(faults.crash) { try restart(index) }
  }

  private static func response(of reply: SyncReply) throws -> TransportResponse {
    switch reply {
    case .failure(let message, _, _): throw NetworkError(message: message)
    case .response(let response):
      try DocumentCall.check(response)
      return response
    }
  }

  private func settle(
    _ request: NoteRequest, _ response: TransportResponse, _ note: SimulatedNote, _ index: Int
  ) throws {
    let client = clients[index]
    func pack() throws -> ChangePack { try DocumentCall.pack(in: response, of: note.key) }
    switch request.purpose {
    case .activation(let former):
      let id = try DocumentCall.client(in: response)
      let actor = try client.store.keepDocumentClient(id, insteadOf: former)
      client.notes.actor = actor
      try attach(note, as: actor, index, isSecond: former != nil)
    case .renewalOfAttachment:
      try attach(note, as: try DocumentCall.client(in: response), index, isSecond: true)
    case .attachment(let sending, _):
      try take(pack(), note, index)
      note.audience.join(telling: sending.presence ?? [:])
      note.isAttached = true
      note.openEditor()
      try on(.attached(note.mode), note, index)
      if !note.replica.localChanges.isEmpty { try on(.changed, note, index) }
    case .exchange(let sending):
      if let presence = sending.presence {
        note.audience.tell(presence, sentIn: sending.stream)
      }
      let pack = try pack()
      if note.machine.on(.answered) == [.take] { try take(pack, note, index) }
      try finish(note, index)
    case .renewal(let refusal, let isSecond):
      let id = try DocumentCall.client(in: response)
      if refusal.reason == .clientNotActive { client.notes.actor = id }
      try rejoin(note, as: id, refusal, index, isSecond: isSecond)
    case .rejoining(let fresh, _, _): try begin(note, with: fresh, pack(), index)
    case .detachment:
      try take(pack(), note, index)
      try leave(note, index)
      try client.store.letGo(ofDocument: note.key)
      try on(.queued, index)
    }
  }

  /// An exchange was answered, and the answer is stored.
  private func finish(_ note: SimulatedNote, _ index: Int) throws {
    note.hasJoinedAgain = false
    let hasUnsent = !note.replica.localChanges.isEmpty || note.wantsToTell
    try on(.settled(hasUnsent: hasUnsent), note, index)
    guard note.errand != nil else { return }
    try clients[index].store.noteUpToDate(note.key)
    // What was taken over to another actor meanwhile goes with the next round.
    try leave(note, index)
    noticeReplicas(index)
  }

  /// Takes over what the server sent, and stores it.
  private func take(_ answer: ChangePack, _ note: SimulatedNote, _ index: Int) throws {
    let intake = try DocumentIntake(answer, into: &note.replica, .some(note.token))
    let store = clients[index].store
    let isThere: Bool
    switch intake.storing {
    case .nothing: isThere = true
    case .changes(let token):
      isThere = note.follow(
        try store.receive(intake.changes, leadingTo: note.replica, over: token))
    case .replica(let token):
      isThere = note.follow(
        try store.replace(
          with: note.replica, confirmed: intake.confirmed, over: token, itemId: note.id,
          field: "body"))
    }
    if intake.events.contains(.snapshot) {
      note.supersede()
    } else {
      note.arrive(intake.changes)
    }
    // Its row is gone: the item's text is a property again.
    if !isThere || intake.events.contains(.removed) { throw ReplicaGone() }
    noticeReplicas(index)
  }

  struct ReplicaGone: Error {}

  /// Takes changes that came without being asked for, if nothing is missing before them.
  func take(heard pack: ChangePack, _ note: SimulatedNote, _ index: Int) {
    guard note.isAttached, note.machine.mode == .realtime,
      pack.follows(note.replica.checkpoint)
    else { return }
    do {
      try take(pack, note, index)
    } catch {
      // The exchange that follows meets the same, and settles it.
      tell?("\(time) \(index) cannot take what it hears: \(error)")
    }
  }

  // MARK: - Actions

  func on(_ event: DocumentSyncMachine.Event, _ note: SimulatedNote, _ index: Int) throws {
    for action in note.machine.on(event) {
      switch action {
      case .exchange(let direction): try exchange(direction, note, index)
      case .wait(let wait):
        note.timer += 1
        let (seconds, rest) = timing.duration(of: wait).components
        push(
          .note(
            .timer(
              client: index, life: clients[index].life, key: note.key, note: note.number,
              number: note.timer)), after: seconds * 1000 + rest / 1_000_000_000_000_000)
      case .stopWaiting: note.timer += 1
      case .watch: wantWatch(note, index, after: 10)
      case .unwatch: try endWatch(note)
      case .take, .drop: break
      }
    }
  }

  private var timing: DocumentTiming {
    var timing = DocumentTiming()
    timing.fraction = { 0.5 }
    return timing
  }

  private func exchange(
    _ direction: DocumentEndpoints.Direction, _ note: SimulatedNote, _ index: Int
  ) throws {
    let sending = DocumentSending(of: note.replica, for: note.audience)
    let call = try DocumentCall.exchange(
      .sync, sending.pack, as: note.replica.actor, direction: direction)
    send(call, for: .exchange(sending), note, index)
  }

  func attach(
    _ note: SimulatedNote, as actor: ActorID, _ index: Int, isSecond: Bool
  ) throws {
    try note.replica.attach(as: actor)
    let sending = DocumentSending(of: note.replica, for: note.audience)
    let call = try DocumentCall.exchange(
      .attach, sending.pack, as: actor, to: .init(itemId: note.id, field: "body"))
    send(call, for: .attachment(sending, isSecond: isSecond), note, index)
  }
}
