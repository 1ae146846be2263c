import MarfaSDK
import NoteFiles

/// Does one thing to each of several notes: a failure is reported and does not stop the others.
struct IdBatch {
  private let names: [String]
  private let session: CommandSession
  private var index = 0
  private var failures: [CommandFailure] = []
  /// How many were done.
  private(set) var doneCount = 0

  /// How names are understood: what comes from another program is ids.
  private let reading: NameReading

  /// Takes the notes that were named.
  ///
  /// - Parameters:
  ///   - arguments: Names; `-` means the ids on standard input.
  ///   - options: How they are understood; nil for ids, their beginnings and titles.
  ///   - session: Input, output and notes.
  /// - Throws: `CommandFailure` when standard input is no text.
  init(_ arguments: [String], _ options: NameOptions? = nil, session: CommandSession) throws {
    names = try session.expanded(arguments)
    reading = arguments.contains("-") ? .ids : options.map(NameReading.init) ?? .any
    self.session = session
  }

  /// Whether a name matched none, or a note could not be changed.
  var hasFailed: Bool { !failures.isEmpty }

  /// How many notes were named.
  var count: Int { names.count }

  /// The id of the next note that is there; names that match none are reported and skipped.
  mutating func next(in store: LocalStore) async -> String? {
    while index < names.count {
      let name = names[index]
      index += 1
      do {
        return try await session.resolve(name, in: store, reading)
      } catch {
        fail(error, name)
      }
    }
    return nil
  }

  /// Does the work for one note.
  mutating func attempt(_ id: String, _ work: () async throws -> Void) async {
    do {
      try await work()
      doneCount += 1
    } catch {
      fail(error, id)
    }
  }

  /// Moves all notes to another state, many in one transaction, each of which costs a wait for the
  /// disk.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - origin: The state that they are in before; a note that is in neither is refused. Nil takes
  ///     any.
  ///   - store: Where the notes are.
  ///   - forms: What a name may be besides that of a note.
  ///   - tell: Reports a note that was moved; called in the order of the names.
  mutating func transition(
    to state: ItemState, from origin: ItemState? = nil, in store: LocalStore,
    or forms: NameForms = [], _ tell: (String) async throws -> Void
  ) async {
    let reading = reading
    while index < names.count {
      let group = names[index...].prefix(Self.groupCount)
      index = group.endIndex
      var ids: [Result<String, any Error>] = []
      for name in group {
        ids.append(
          await Self.result {
            let id = try await session.resolve(name, in: store, reading, or: forms)
            if let origin { try await Self.refuse(id, unless: [origin, state], in: store) }
            return id
          })
      }
      // What failed is reported one by one.
      let there = ids.compactMap { try? $0.get() }
      let refusals = await Self.result { try await store.transitionItems(ids: there, to: state) }
      var place = 0
      for (name, id) in zip(group, ids) {
        switch id {
        case .failure(let error): fail(error, name)
        case .success(let id):
          await attempt(id) {
            if let refusal = try refusals.get()[place] { throw refusal }
            try await tell(id)
          }
          place += 1
        }
      }
    }
  }

  private static func refuse(
    _ id: String, unless states: [ItemState], in store: LocalStore
  ) async throws {
    guard let state = try await store.item(id: id)?.state, !states.contains(state) else { return }
    switch state {
    case .trashed:
      throw CommandFailure(.usage, "\(id) is in the trash; restore it first (`marfa restore`).")
    case .archived:
      throw CommandFailure(
        .usage, "\(id) is in the archive, not in the trash; use `marfa move --unarchive`.")
    case .active, .revoked: break
    }
  }

  /// How many notes are moved in one transaction, for whose time nothing else is written.
  private static let groupCount = 500

  private static func result<Value>(
    _ work: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  /// Ends the work.
  ///
  /// - Throws: `CommandFailure`: the one failure when nothing was done, `partial` when some was.
  func finish() throws {
    guard let first = failures.first else { return }
    if doneCount > 0 { throw CommandFailure(.partial) }
    let isUniform = failures.allSatisfy { $0.status == first.status }
    throw CommandFailure(isUniform ? first.status : .failure)
  }

  private mutating func fail(_ error: any Error, _ name: String) {
    var failure = CommandFailure(error)
    if error is NotFoundError { failure.message = "No note named “\(name)”." }
    session.output.note("marfa: \(failure.message ?? "\(name) failed.")")
    failures.append(failure)
  }
}
