/// Translates between the short names that a replica gives to scalars and their tickets.
///
/// Insertions of one actor arrive in the order of their tickets, so runs of them are sorted; a
/// person who types makes one run of consecutive lamport times.
struct CharacterClock: Sendable {
  struct Run: Sendable {
    /// Sequence of the first scalar.
    let first: UInt32
    let delimiter: UInt32
    /// Twice the lamport time, and the mark of steps: a flag of its own would take eight bytes.
    private var lamportAndMark: UInt64

    init(first: UInt32, delimiter: UInt32, lamport: Int64, isStepped: Bool) {
      (self.first, self.delimiter) = (first, delimiter)
      lamportAndMark = UInt64(bitPattern: lamport) << 1 | (isStepped ? 1 : 0)
    }

    var lamport: Int64 { Int64(bitPattern: lamportAndMark >> 1) }
    /// Whether each scalar has the next lamport time; otherwise all have one ticket.
    var isStepped: Bool {
      get { lamportAndMark & 1 != 0 }
      set { lamportAndMark = lamportAndMark & ~1 | (newValue ? 1 : 0) }
    }
  }

  struct Timeline: Sendable {
    let actor: ActorID
    /// The number of scalars, which is the next sequence.
    var count: UInt32 = 0
    var runs: [Run] = []
  }

  private(set) var timelines: [Timeline] = []

  init(timelines: [Timeline] = []) { self.timelines = timelines }

  /// The latest lamport time of any scalar, or 0.
  var latest: Int64 {
    timelines.reduce(0) { latest, timeline in
      guard let run = timeline.runs.last else { return latest }
      return max(latest, run.lamport + (run.isStepped ? Int64(timeline.count - run.first) : 0))
    }
  }

  /// The number of an actor, or nil if it inserted nothing.
  func number(of actor: ActorID) -> UInt32? {
    timelines.firstIndex { $0.actor == actor }.map { UInt32($0) }
  }

  /// Names the scalars of a new insertion and returns the first.
  ///
  /// - Precondition: The ticket is later than those of the actor's former insertions.
  mutating func append(_ ticket: TimeTicket, count: Int) -> CharacterID {
    let actor: Int
    if let known = timelines.firstIndex(where: { $0.actor == ticket.actor }) {
      actor = known
    } else {
      actor = timelines.count
      timelines.append(Timeline(actor: ticket.actor))
    }
    let first = timelines[actor].count
    timelines[actor].count += UInt32(count)
    if count == 1, let last = timelines[actor].runs.last, last.delimiter == ticket.delimiter,
      last.isStepped || first - last.first == 1,
      last.lamport + Int64(first - last.first) == ticket.lamport
    {
      timelines[actor].runs[timelines[actor].runs.count - 1].isStepped = true
    } else {
      timelines[actor].runs.append(
        Run(first: first, delimiter: ticket.delimiter, lamport: ticket.lamport, isStepped: false))
    }
    return CharacterID(actor: UInt32(actor), sequence: first)
  }

  /// Names scalars each of which has the next lamport time.
  ///
  /// - Precondition: The ticket is later than those of the actor's former insertions.
  mutating func append(_ ticket: TimeTicket, steps count: Int) {
    let actor = Int(append(ticket, count: 1).actor)
    guard count > 1 else { return }
    timelines[actor].runs[timelines[actor].runs.count - 1].isStepped = true
    timelines[actor].count += UInt32(count - 1)
  }

  /// Names more scalars of the last insertion of an actor.
  ///
  /// - Precondition: `first` began that insertion.
  mutating func lengthen(from first: CharacterID, by count: Int) {
    let actor = Int(first.actor)
    if let last = timelines[actor].runs.last, last.first < first.sequence {
      // The first scalar was a step of a run of keystrokes; now it begins a run of its own.
      let step = first.sequence - last.first
      let index = timelines[actor].runs.count - 1
      if step == 1 { timelines[actor].runs[index].isStepped = false }
      timelines[actor].runs.append(
        Run(
          first: first.sequence, delimiter: last.delimiter, lamport: last.lamport + Int64(step),
          isStepped: false))
    }
    timelines[actor].count += UInt32(count)
  }

  /// Whether a ticket is later than all insertions of its actor.
  func isNext(_ ticket: TimeTicket) -> Bool {
    guard let actor = number(of: ticket.actor), timelines[Int(actor)].count > 0 else { return true }
    let timeline = timelines[Int(actor)]
    return self.ticket(of: CharacterID(actor: actor, sequence: timeline.count - 1)) < ticket
  }

  /// Forgets the last scalars of an actor, when their transaction fails.
  mutating func removeLast(from first: CharacterID) {
    let actor = Int(first.actor)
    timelines[actor].count = first.sequence
    while let last = timelines[actor].runs.last, last.first >= first.sequence {
      timelines[actor].runs.removeLast()
    }
    if let last = timelines[actor].runs.last, first.sequence - last.first == 1 {
      timelines[actor].runs[timelines[actor].runs.count - 1].isStepped = false
    }
    // An actor that was new in the transaction is unknown again; only the last can have been.
    if first.sequence == 0, actor == timelines.count - 1 { timelines.removeLast() }
  }

  /// The ticket of the insertion that brought a scalar.
  func ticket(of id: CharacterID) -> TimeTicket { reference(to: id).createdAt }

  /// The scalar as all replicas know it.
  func reference(to id: CharacterID) -> CharacterReference {
    let actor = Int(id.actor)
    let run = timelines[actor].runs[place(of: id.sequence, in: actor)]
    let step = id.sequence - run.first
    return CharacterReference(
      createdAt: TimeTicket(
        lamport: run.isStepped ? run.lamport + Int64(step) : run.lamport,
        actor: timelines[actor].actor,
        delimiter: run.delimiter),
      offset: run.isStepped ? 0 : Int(step))
  }

  /// How many scalars from `id` on, at most `count`, came with the same insertion.
  func extent(from id: CharacterID, atMost count: Int) -> Int {
    let timeline = timelines[Int(id.actor)]
    let index = place(of: id.sequence, in: Int(id.actor))
    if timeline.runs[index].isStepped { return 1 }
    let end = index + 1 < timeline.runs.count ? timeline.runs[index + 1].first : timeline.count
    return min(count, Int(end - id.sequence))
  }

  /// The short name of a scalar, or nil if no such insertion is known or it was shorter.
  func id(of reference: CharacterReference) -> CharacterID? {
    guard let actor = number(of: reference.createdAt.actor) else { return nil }
    let timeline = timelines[Int(actor)]
    let ticket = reference.createdAt
    let index = timeline.runs.firstFailing {
      $0.lamport < ticket.lamport
        || ($0.lamport == ticket.lamport && $0.delimiter <= ticket.delimiter)
    }
    guard index > 0, reference.offset >= 0 else { return nil }
    let run = timeline.runs[index - 1]
    let end = index < timeline.runs.count ? timeline.runs[index].first : timeline.count
    let step = run.isStepped ? ticket.lamport - run.lamport : Int64(reference.offset)
    guard run.delimiter == ticket.delimiter, run.isStepped || run.lamport == ticket.lamport,
      !run.isStepped || reference.offset == 0, step < Int64(end - run.first)
    else { return nil }
    return CharacterID(actor: actor, sequence: run.first + UInt32(step))
  }

  private func place(of sequence: UInt32, in actor: Int) -> Int {
    // Most scalars that are asked for came last.
    let last = timelines[actor].runs.count - 1
    if last >= 0, timelines[actor].runs[last].first <= sequence { return last }
    return timelines[actor].runs.firstFailing { $0.first <= sequence } - 1
  }
}
