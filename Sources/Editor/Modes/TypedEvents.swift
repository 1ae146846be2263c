import TerminalUI

/// What was done while typing, for `.` and for counts.
package enum TypedEvent: Hashable, Sendable {
  /// Characters, one key each.
  case characters(String)
  /// Another key.
  case key(KeyEvent)
  /// A paste, or a register's text.
  case text(String)
  /// A completion: a number of clusters before the cursor gave way to a text.
  case completion(removed: Int, text: String)
}

/// What was done since typing began, in order.
///
/// The editor as it was before a key is kept until the key is done, and as it was stored until the
/// next time: what grows is copied with a key then. It is kept in parts, so that this is little
/// however long somebody types.
package struct TypedEvents: Sendable {
  /// The bytes of characters after which the next one begins another event.
  package static let bytesOfRun = 512
  private static let eventsOfPart = 128

  /// All but the last few, in parts that do not change any more.
  private var parts: [[TypedEvent]] = []
  private var latest: [TypedEvent] = []

  /// Nothing was done yet.
  package init() {}

  /// Adds an event; characters that follow each other are one, as far as they are few.
  package mutating func add(_ event: TypedEvent) {
    if case .characters(let new) = event, case .characters(let old) = latest.last,
      old.utf8.count < TypedEvents.bytesOfRun
    {
      latest[latest.count - 1] = .characters(old + new)
      return
    }
    if latest.count == TypedEvents.eventsOfPart {
      parts.append(latest)
      latest = []
    }
    latest.append(event)
  }

  /// The text that the events type; nil when one of them does anything else.
  package var plainText: String? {
    var text = ""
    for event in self {
      switch event {
      case .characters(let part), .text(let part): text += part
      case .key, .completion: return nil
      }
    }
    return text
  }
}

extension TypedEvents: Sequence {
  /// Visits the events in order.
  package func makeIterator() -> some IteratorProtocol<TypedEvent> {
    (parts + [latest]).joined().makeIterator()
  }
}
