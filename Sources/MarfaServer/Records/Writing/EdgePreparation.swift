import MarfaModel

/// What the entries of an atomic `POST /edges/bulk` write, decided on a reader before the writer's
/// turn.
///
/// Each plan takes the entries before it as written, and holds as long as nobody else has touched
/// an edge, removed an item or changed a type: all of which the log and the catalogue report.
struct EdgePreparation: Sendable {
  /// How many events of others the writer looks at; with more it decides by itself.
  private static let looks = RowLimit(count: 100, bytes: 1 << 20)

  private let revision: Int64
  private let newestEvent: Int64
  /// By the entry's index; nil where only the writer can tell.
  private let plans: [EdgePlan?]

  /// Looks at each entry.
  ///
  /// - Parameters:
  ///   - body: The request.
  ///   - context: Who makes it.
  ///   - rows: A snapshot.
  /// - Throws: `ForbiddenError`, or `ValidationError` with the limit, or with
  ///   `bulk_atomic_rollback` for an entry that is refused.
  init(_ body: BulkBody<CreateEdgeInput>, _ context: WriteContext, in rows: any RecordRows) throws {
    try body.checkAtomic(context)
    revision = try rows.catalogue().revision
    newestEvent = try rows.eventBounds().newest
    var drafts = EdgeDrafts(
      planner: EdgePlanner(rows: rows, context: context), mode: body.mode ?? .upsert)
    try drafts.add(contentsOf: body.entries)
    plans = drafts.plans
  }

  /// Whether the plans hold in the writer's turn.
  func holds(in rows: any RecordRows) throws -> Bool {
    guard try rows.catalogue().revision == revision else { return false }
    let newest = try rows.eventBounds().newest
    guard newest != newestEvent else { return true }
    let events = try rows.events(after: newestEvent, limit: Self.looks)
    guard events.last?.id == newest else { return false }
    return events.allSatisfy { event in
      event.edgeType == nil && event.name != .itemDeleted && event.name != .resync
    }
  }

  /// The plan of an entry; nil when there is none.
  func plan(_ index: Int) -> EdgePlan? {
    plans.indices.contains(index) ? plans[index] : nil
  }
}

/// The plans of one entry after the other.
private struct EdgeDrafts: EntryDrafts {
  private(set) var planner: EdgePlanner
  let mode: BulkMode
  private(set) var plans: [EdgePlan?] = []
  /// Whether every entry until now has a plan.
  private(set) var areCertain = true
  /// The edges that entries are about, and the ids that they choose.
  private var names: Set<String> = []

  init(planner: EdgePlanner, mode: BulkMode) { (self.planner, self.mode) = (planner, mode) }

  /// Plans the next entry.
  ///
  /// - Throws: What refuses it.
  mutating func add(_ input: CreateEdgeInput) throws {
    var own: Set = ["edge \(input.sourceId) \(input.targetId) \(input.edgeType)"]
    if let id = input.id { own.insert("id \(id)") }
    guard names.isDisjoint(with: own) else {
      // An earlier entry makes or changes the same edge.
      areCertain = false
      plans.append(nil)
      return
    }
    names.formUnion(own)
    let plan = try planner.plan(input, mode)
    if case .insertion(let draft) = plan { planner.planned.add(try draft.row.edge()) }
    plans.append(plan)
  }
}
