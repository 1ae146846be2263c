/// What a replica has seen: for each actor the latest lamport time of its changes.
///
/// An actor without an entry is unknown. A few entries are expected; a lookup costs O(log entries).
///
/// ```swift
/// let seen = VersionVector.minimum(of: [mine.versionVector, yours.versionVector])
/// mine.purge(seenByAll: seen)
/// ```
public struct VersionVector: Hashable, Sendable, CustomStringConvertible {
  struct Entry: Hashable, Sendable {
    let actor: ActorID
    var lamport: Int64
  }

  /// Sorted by actor, each once.
  private(set) var entries: [Entry] = []

  /// A vector that knows nobody.
  public init() {}

  /// A vector of the given times.
  public init(_ times: [ActorID: Int64]) {
    entries = times.map { Entry(actor: $0.key, lamport: $0.value) }.sorted { $0.actor < $1.actor }
  }

  /// A vector that covers every ticket of the given actors.
  public static func everything(of actors: some Sequence<ActorID>) -> VersionVector {
    VersionVector(
      Dictionary(actors.map { ($0, Int64.max) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The number of actors.
  public var count: Int { entries.count }

  /// The actors, ascending.
  public var actors: [ActorID] { entries.map(\.actor) }

  /// The greatest time of any actor, or 0.
  public var maximumLamport: Int64 { entries.reduce(0) { Swift.max($0, $1.lamport) } }

  /// The latest known time of an actor; nil if the actor is unknown, and setting nil forgets it.
  public subscript(actor: ActorID) -> Int64? {
    get {
      let index = place(of: actor)
      return index < entries.count && entries[index].actor == actor ? entries[index].lamport : nil
    }
    set {
      let index = place(of: actor)
      let isThere = index < entries.count && entries[index].actor == actor
      switch (isThere, newValue) {
      case (true, let lamport?): entries[index].lamport = lamport
      case (true, nil): entries.remove(at: index)
      case (false, let lamport?): entries.insert(Entry(actor: actor, lamport: lamport), at: index)
      case (false, nil): break
      }
    }
  }

  /// Whether the change of a ticket has been seen.
  public func knows(_ ticket: TimeTicket) -> Bool {
    (self[ticket.actor] ?? -1) >= ticket.lamport
  }

  /// Whether everything that another vector knows is known.
  public func covers(_ other: VersionVector) -> Bool {
    other.entries.allSatisfy { (self[$0.actor] ?? -1) >= $0.lamport }
  }

  /// Takes the later time of each actor.
  public mutating func merge(_ other: VersionVector) {
    guard entries != other.entries else { return }
    for entry in other.entries where (self[entry.actor] ?? -1) < entry.lamport {
      self[entry.actor] = entry.lamport
    }
  }

  /// The vector with other times for some actors; one whose time is nil is forgotten.
  func changed(by times: [ActorID: Int64?]) -> VersionVector {
    var result = self
    guard times.count > 8 else {
      for (actor, time) in times { result[actor] = time }
      return result
    }
    // Each insertion moves what follows; where there are many, one sort is cheaper.
    result.entries.removeAll { times[$0.actor] != nil }
    result.entries += times.compactMap { actor, time in
      time.map { Entry(actor: actor, lamport: $0) }
    }
    result.entries.sort { $0.actor < $1.actor }
    return result
  }

  /// The part of the vector that is of some actors.
  public func filtered(_ isIncluded: (ActorID) -> Bool) -> VersionVector {
    var result = self
    result.entries.removeAll { !isIncluded($0.actor) }
    return result
  }

  /// The earliest time of each actor; one that a vector lacks counts as 0 there.
  public static func minimum(of vectors: some Sequence<VersionVector>) -> VersionVector {
    var result: [ActorID: Int64] = [:]
    let all = Swift.Array(vectors)
    for actor in Set(all.flatMap(\.actors)) {
      result[actor] = all.map { $0[actor] ?? 0 }.min() ?? 0
    }
    return VersionVector(result)
  }

  /// Each actor with its time, ascending.
  public var description: String {
    "{" + entries.map { "\($0.actor):\($0.lamport)" }.joined(separator: ",") + "}"
  }

  private func place(of actor: ActorID) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].actor < actor { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
