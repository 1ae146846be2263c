import MarfaModel
import MarfaServer
import Synchronization

/// An event log in memory that keeps the rules of the real one.
final class MemoryEventLog: EventLog {
  private struct State {
    var events: [StoredEvent] = []
    var newest: Int64 = 0
    var reads = 0
  }

  private let state = Mutex(State())

  /// Appends events; ids go on by one.
  @discardableResult
  func append(
    _ name: EventName = .itemCreated, type: String = "core.note", edgeType: String? = nil,
    data: String = "{}", at time: Int64 = 0
  ) -> Int64 {
    state.withLock { state in
      state.newest += 1
      state.events.append(
        StoredEvent(
          id: state.newest, name: name, data: data, itemId: "i", itemType: type,
          edgeType: edgeType, targetType: edgeType == nil ? nil : type,
          createdAt: Timestamp(milliseconds: time)))
      return state.newest
    }
  }

  func events(after id: Int64, limit: Int, bytes: Int) async throws -> [StoredEvent] {
    state.withLock { state in
      state.reads += 1
      return Array(state.events.filter { $0.id > id }.prefix(limit))
    }
  }

  /// How often events were read.
  var reads: Int { state.withLock { $0.reads } }

  /// The news of the last events, as the process has them that committed them.
  func news(of count: Int = 1) -> CommittedEvents {
    state.withLock { state in
      let events = Array(state.events.suffix(count))
      return CommittedEvents(
        previous: state.newest - Int64(count), events: events, types: CoreTypes.registry)
    }
  }

  func eventBounds() async throws -> EventBounds {
    state.withLock { EventBounds(oldest: $0.events.first?.id, newest: $0.newest) }
  }

  func pruneEvents(before horizon: Timestamp, keepingNewest maximumCount: Int) async throws -> Int {
    state.withLock { state in
      let surplus = max(0, state.events.count - max(1, maximumCount))
      state.events.removeFirst(surplus)
      return surplus
    }
  }
}
