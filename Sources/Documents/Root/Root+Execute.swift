/// What an operation did to a document.
struct OperationEffect: Sendable {
  var events: [OpInfo] = []
  /// The operation that undoes this one; its ticket is filled in when it is used.
  var reverse: Operation?
  /// Identities of the element that the reverse brings a copy of, and of its parts.
  var copied: [TimeTicket] = []
  /// Whether there was anything left to do it to.
  var isApplied = true

  static let nothing = OperationEffect(isApplied: false)
}

extension Root {
  /// Carries out an operation.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - change: The change of another replica that holds the operation; nil for a local one.
  /// - Returns: What happened, and how to reverse it if it is a local one.
  /// - Throws: ``DocumentsError`` `.damaged` if the operation names what cannot be there; the
  ///   document may then hold part of the change.
  mutating func execute(
    _ operation: Operation, by change: ChangeID?
  ) throws(DocumentsError) -> OperationEffect {
    do throws(DocumentsError) {
      return try carryOut(operation, by: change)
    } catch {
      // What was purged elsewhere takes any operation there, and ignores it. So does what is only
      // deleted: all replicas take a change, or none.
      let isThere = handle(of: operation.target).map { isLive($0) } ?? false
      guard change != nil, !isThere else { throw error }
      return .nothing
    }
  }

  private mutating func carryOut(
    _ operation: Operation, by change: ChangeID?
  ) throws(DocumentsError) -> OperationEffect {
    // Nearly all operations are edits, so they go first and past the rest.
    if case .edit(let text, let edit, let at) = operation {
      return try perform(edit, on: text, at: at)
    }
    switch operation {
    case .edit, .style, .restore, .increase: break
    default: recentPath = nil
    }
    let isLocal = change == nil
    return switch operation {
    case .set(let object, let key, let value, let at):
      try set(key, of: object, to: value, at: at, isLocal: isLocal)
    case .add(let array, let after, let value, let at):
      try add(value, to: array, after: after, at: at, isLocal: isLocal)
    case .move(let array, let element, let after, let at):
      try move(element, in: array, after: after, at: at)
    case .replace(let array, let element, let value, let at):
      try replace(element, in: array, with: value, at: at, isLocal: isLocal)
    case .remove(let parent, let element, let at):
      try remove(element, from: parent, at: at, isLocal: isLocal)
    case .increase(let counter, let operand, let at):
      try increase(counter, by: operand, at: at)
    case .edit(let text, let edit, let at): try perform(edit, on: text, at: at)
    case .style(let text, let reaches, let values, let at):
      try style(text, reaches, values: values, at: at)
    case .restore(let text, let restored, let deleted, let at):
      try restore(text, restored: restored, deleted: deleted, at: at)
    }
  }

  /// A step of a change as subscribers learn it; none where they learn no steps.
  mutating func step(at handle: Int, _ make: (String) -> OpInfo) -> [OpInfo] {
    reportsSteps ? [make(path(of: handle))] : []
  }

  // MARK: - Objects

  private mutating func set(
    _ key: String, of object: TimeTicket, to value: ElementValue, at ticket: TimeTicket,
    isLocal: Bool
  ) throws(DocumentsError) -> OperationEffect {
    guard handles[ticket] == nil else { throw .damaged("an identity is used twice") }
    guard let parent = handle(of: object) else { return .nothing }
    guard let place = self.object(at: parent) else { throw .damaged("a key of no object is set") }
    try checkDepth(of: value, in: parent, isLocal: isLocal)
    var effect = OperationEffect()
    effect.isApplied = isLive(parent)
    if isLocal, let former = member(key, of: place) {
      effect.reverse = .set(object: object, key: key, value: self.value(of: former), at: .initial)
      effect.copied = identities(of: former)
    } else if isLocal {
      effect.reverse = .remove(parent: object, element: ticket, at: .initial)
    }
    var next = ticket
    let handle = try make(value, at: ticket, in: parent, next: &next)
    setMember(key, of: place, to: handle, at: ticket)
    effect.events = step(at: parent) { .set(path: $0, key: key) }
    return effect
  }

  private mutating func remove(
    _ element: TimeTicket, from parent: TimeTicket, at ticket: TimeTicket, isLocal: Bool
  ) throws(DocumentsError) -> OperationEffect {
    guard let handle = handle(of: element), handle > 0 else { return .nothing }
    let holder = nodes[handle].parent
    let isLive = isLive(handle)
    guard nodes[holder].createdAt == parent else {
      if isLive { throw .damaged("an element is elsewhere") }
      return .nothing
    }
    var effect = OperationEffect()
    let copy = isLive && isLocal ? value(of: handle) : .primitive(.null)
    if isLive, isLocal { effect.copied = identities(of: handle) }
    if let place = array(at: holder) {
      guard let slot = arrays[place].entries[handle]?.slot else { return .nothing }
      let index = arrays[place].index(of: slot)
      let after = arrays[place].slots[slot].createdAt
      effect.reverse = .add(array: parent, after: after, value: copy, at: .initial)
      effect.events = step(at: holder) { .remove(path: $0, key: nil, index: index) }
    } else if let place = object(at: holder) {
      let key = objects[place].key(of: handle) ?? ""
      effect.reverse = .set(object: parent, key: key, value: copy, at: .initial)
      effect.events = step(at: holder) { .remove(path: $0, key: key, index: nil) }
    }
    if !isLocal { effect.reverse = nil }
    let wasRemoved = remove(handle, at: ticket)
    return wasRemoved && isLive ? effect : .nothing
  }

  private mutating func increase(
    _ counter: TimeTicket, by operand: CounterOperand, at ticket: TimeTicket
  ) throws(DocumentsError) -> OperationEffect {
    guard let handle = handle(of: counter) else { return .nothing }
    guard case .counter(var value) = nodes[handle].content else {
      throw .damaged("an increase of something other than a counter")
    }
    let former = value
    value.add(operand.truncated)
    nodes[handle].content = .counter(value)
    journal?.append { $0.nodes[handle].content = .counter(former) }
    return OperationEffect(
      events: step(at: handle) { .increase(path: $0, value: operand.truncated) },
      reverse: .increase(counter: counter, by: operand.negated, at: .initial),
      isApplied: isLive(handle))
  }
}
