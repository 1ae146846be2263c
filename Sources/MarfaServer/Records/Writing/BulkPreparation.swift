import MarfaModel

/// What the entries of an atomic `POST /items/bulk` write, decided on a reader before the writer's
/// turn, in which each plan is used if its item is still as it was.
struct BulkPreparation: Sendable {
  private let revision: Int64
  /// By the entry's index; nil where only the writer can tell.
  private let plans: [CreationPlan?]
  /// What of it is done on a reader.
  let long: LongEntries

  /// Looks at each entry.
  ///
  /// - Parameters:
  ///   - body: The request.
  ///   - context: Who makes it.
  ///   - rows: A snapshot.
  /// - Throws: `ForbiddenError`, or `ValidationError` with the limit, or with
  ///   `bulk_atomic_rollback` for an entry that is refused whatever the others do.
  init(_ body: BulkBody<CreateItemInput>, _ context: WriteContext, in rows: any RecordRows) throws {
    try body.checkAtomic(context)
    revision = try rows.catalogue().revision
    var drafts = ItemDrafts(
      planner: ItemPlanner(rows: rows, context: context), mode: body.mode ?? .upsert)
    try drafts.add(contentsOf: body.entries)
    (plans, long) = (drafts.plans, drafts.long)
  }

  /// The plan of an entry; nil when there is none that holds under the types and settings now.
  func plan(_ index: Int, in rows: any RecordRows) throws -> CreationPlan? {
    guard plans.indices.contains(index), try rows.catalogue().revision == revision else {
      return nil
    }
    return plans[index]
  }
}

/// The plans of one entry after the other.
private struct ItemDrafts: EntryDrafts {
  let planner: ItemPlanner
  let mode: BulkMode
  private(set) var plans: [CreationPlan?] = []
  private(set) var long = LongEntries()
  /// Whether every entry until now was judged in full: none depends on another of the request, or
  /// on something that only the writer looks at.
  private(set) var areCertain = true
  /// The natural keys and ids that entries have named, and the items that they are about.
  private var names: Set<String> = []

  init(planner: ItemPlanner, mode: BulkMode) { (self.planner, self.mode) = (planner, mode) }

  /// Plans the next entry.
  ///
  /// - Throws: What refuses it.
  mutating func add(_ input: CreateItemInput) throws {
    let found = try planner.find(input)
    if !isFirst(input, found) {
      // An earlier entry makes or changes the same item.
      areCertain = false
      plans.append(nil)
      return
    }
    let catalogue = try planner.rows.catalogue()
    guard planner.context.access.mayWrite(type: input.type, in: catalogue.types) else {
      throw ForbiddenError(mayNotWrite: input.type)
    }
    if mode == .createOnly, let row = found?.row, try planner.isReadable(row) {
      plans.append(nil)
      return
    }
    let plan = try planner.plan(input, over: found, .updates)
    plans.append(try planner.drafted(plan))
    try long.add(plan, planner)
    if !(input.edges ?? [:]).isEmpty || !(input.extensions ?? [:]).isEmpty { areCertain = false }
  }

  private mutating func isFirst(_ input: CreateItemInput, _ found: ItemMatch?) -> Bool {
    var own: Set<String> = []
    if let sourceId = input.sourceId { own.insert("source \(sourceId)") }
    if let id = input.id { own.insert("id \(id)") }
    if let row = found?.row { own.insert("id \(row.id)") }
    defer { names.formUnion(own) }
    return names.isDisjoint(with: own)
  }
}
