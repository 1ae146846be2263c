/// The work that the application does for an editor, and what waits for its end.
struct WorkQueue: Sendable {
  /// The most events that wait.
  private static let longest = 1000

  private var number = 0
  /// The event that is being done; nil when none is.
  private(set) var event: EditorEvent?
  private var waiting: [EditorEvent] = []
  /// Whether the text changed since, so that the event has to be done again.
  private(set) var isStale = false

  /// Whether an event is being done elsewhere.
  var isWorking: Bool { event != nil }

  /// Begins with an event.
  ///
  /// - Returns: The number of the work.
  mutating func begin(_ event: EditorEvent) -> Int {
    number += 1
    self.event = event
    isStale = false
    return number
  }

  /// Lets an event wait; false when too many do.
  mutating func wait(_ event: EditorEvent) -> Bool {
    guard waiting.count < WorkQueue.longest else { return false }
    waiting.append(event)
    return true
  }

  /// Lets events wait that waited before.
  mutating func wait(_ events: some Sequence<EditorEvent>) { waiting += events }

  /// The text changed, so that the event has to be done again.
  mutating func invalidate() { isStale = isWorking }

  /// Whether a number is that of the work that is being done.
  func isCurrent(_ number: Int) -> Bool { isWorking && number == self.number }

  /// Goes on as another queue, which an editor that did some work does not know.
  mutating func goOn(as queue: WorkQueue) { self = queue }

  /// Ends the work.
  ///
  /// - Returns: What waited for its end, in order.
  @discardableResult
  mutating func end() -> [EditorEvent] {
    defer { (event, waiting, isStale) = (nil, [], false) }
    return waiting
  }
}
