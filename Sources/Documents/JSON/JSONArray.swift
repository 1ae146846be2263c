/// A list of a document, whose elements can be inserted and moved while others do the same.
///
/// Indices count live elements, 0….
///
/// ```swift
/// try root.jsonArray("items")?.insert("milk", at: 0)
/// try root.jsonArray("items")?.moveLast(0)
/// ```
public final class JSONArray {
  let transaction: Transaction
  let handle: Int

  init(_ transaction: Transaction, _ handle: Int) {
    self.transaction = transaction
    self.handle = handle
  }

  private var place: Int { transaction.root.array(at: handle) ?? 0 }
  private var state: ArrayState { transaction.root.arrays[place] }

  /// The identity of the array.
  public var createdAt: TimeTicket { transaction.root.nodes[handle].createdAt }
  /// The number of elements.
  public var count: Int { state.count }
  /// All elements in order, as accessors or Swift values.
  public var values: [Any] { state.live.map { JSONConversion.value($0, in: transaction) } }

  /// The element at an index; nil outside of the array.
  ///
  /// Assigning replaces it. An assignment that is refused makes the update throw.
  public subscript(index: Int) -> Any? {
    get { element(index).map { JSONConversion.value($0, in: transaction) } }
    set {
      transaction.attempt { () throws(DocumentsError) in try set(index, to: newValue) }
    }
  }

  private func element(_ index: Int) -> Int? {
    index >= 0 && index < count ? transaction.root.arrays[place].element(at: index) : nil
  }

  private func existing(_ index: Int) throws(DocumentsError) -> Int {
    if let element = element(index) { return element }
    throw .outOfRange("index \(index) of \(count) elements")
  }

  private func ticket(of element: Int) -> TimeTicket { transaction.root.nodes[element].createdAt }

  /// The identity of the element at an index, or nil.
  public func id(at index: Int) -> TimeTicket? { element(index).map { ticket(of: $0) } }

  /// The index of a live element, or nil.
  public func index(of id: TimeTicket) -> Int? {
    guard let element = transaction.root.handle(of: id), let entry = state.entries[element],
      transaction.root.nodes[element].removedAt == nil
    else { return nil }
    return transaction.root.arrays[place].index(of: entry.slot)
  }

  // MARK: - Inserting

  /// Adds a value at the end.
  ///
  /// - Throws: ``DocumentsError`` for a value without JSON form; nothing is added.
  public func append(_ value: Any?) throws(DocumentsError) {
    try insert(value, afterSlot: state.lastSlot)
  }

  /// Inserts a value before an index, 0…`count`.
  ///
  /// - Throws: ``DocumentsError`` for another index or a value without JSON form; nothing is added.
  public func insert(_ value: Any?, at index: Int) throws(DocumentsError) {
    guard index >= 0, index <= count else { throw .outOfRange("index \(index)") }
    try insert(value, afterSlot: transaction.root.arrays[place].slot(before: index))
  }

  /// Inserts a value after the element at an index.
  ///
  /// - Throws: ``DocumentsError`` for another index or a value without JSON form; nothing is added.
  public func insertAfter(_ index: Int, _ value: Any?) throws(DocumentsError) {
    try insert(value, afterSlot: state.entries[existing(index)]?.slot)
  }

  /// Inserts a value before the element at an index.
  ///
  /// - Throws: ``DocumentsError`` for another index or a value without JSON form; nothing is added.
  public func insertBefore(_ index: Int, _ value: Any?) throws(DocumentsError) {
    _ = try existing(index)
    try insert(value, at: index)
  }

  private func insert(_ value: Any?, afterSlot slot: Int?) throws(DocumentsError) {
    let element = try JSONConversion.element(value)
    try transaction.perform(
      .add(
        array: createdAt, after: slotTicket(slot), value: element,
        at: try transaction.ticket(parts: element.partCount)))
  }

  private func slotTicket(_ slot: Int?) -> TimeTicket {
    slot.map { state.slots[$0].createdAt } ?? .initial
  }

  // MARK: - Changing

  /// Replaces the element at an index; of two concurrent replacements the later stays.
  ///
  /// - Throws: ``DocumentsError`` for another index or a value without JSON form; nothing changes.
  public func set(_ index: Int, to value: Any?) throws(DocumentsError) {
    let old = ticket(of: try existing(index))
    let element = try JSONConversion.element(value)
    try transaction.perform(
      .replace(
        array: createdAt, element: old, value: element,
        at: try transaction.ticket(parts: element.partCount)))
  }

  /// Removes the element at an index.
  ///
  /// - Throws: ``DocumentsError`` for another index; nothing changes.
  public func remove(at index: Int) throws(DocumentsError) {
    try transaction.perform(
      .remove(
        parent: createdAt, element: ticket(of: try existing(index)), at: try transaction.ticket()))
  }

  /// Removes an element by its identity; one that is gone stays gone.
  ///
  /// - Throws: ``DocumentsError`` outside of an update.
  public func remove(id: TimeTicket) throws(DocumentsError) {
    if let index = index(of: id) { try remove(at: index) }
  }

  /// Moves an element so that it follows another.
  ///
  /// - Throws: ``DocumentsError`` for an index outside of the array; nothing changes.
  public func moveAfter(_ other: Int, _ index: Int) throws(DocumentsError) {
    try move(existing(index), afterSlot: state.entries[existing(other)]?.slot)
  }

  /// Moves an element so that it precedes another.
  ///
  /// - Throws: ``DocumentsError`` for an index outside of the array; nothing changes.
  public func moveBefore(_ other: Int, _ index: Int) throws(DocumentsError) {
    _ = try existing(other)
    try move(existing(index), afterSlot: transaction.root.arrays[place].slot(before: other))
  }

  /// Moves an element to the start.
  ///
  /// - Throws: ``DocumentsError`` for an index outside of the array; nothing changes.
  public func moveFront(_ index: Int) throws(DocumentsError) {
    try move(existing(index), afterSlot: nil)
  }

  /// Moves an element to the end.
  ///
  /// - Throws: ``DocumentsError`` for an index outside of the array; nothing changes.
  public func moveLast(_ index: Int) throws(DocumentsError) {
    try move(existing(index), afterSlot: state.lastSlot)
  }

  private func move(_ element: Int, afterSlot slot: Int?) throws(DocumentsError) {
    try transaction.perform(
      .move(
        array: createdAt, element: ticket(of: element), after: slotTicket(slot),
        at: try transaction.ticket()))
  }
}
