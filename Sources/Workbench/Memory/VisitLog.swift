import Foundation
import MarfaSDK

/// How often and when notes were looked at, for the order in which a box offers them.
///
/// A visit counts less the longer ago it is: half after seven days. The 500 highest are kept.
package struct VisitLog: Hashable, Encodable, Sendable {
  /// What is known of a note.
  package struct Entry: Hashable, Encodable, Sendable {
    /// The sum of all visits, as much as they counted at the last one.
    package var weight: Double
    /// The last visit, in seconds since 1970.
    package var last: Double
  }

  private var entries: [String: Entry] = [:]
  private static let halfLife: Double = 7 * 86_400
  private static let limit = 500

  package init() {}

  /// Reads what was written; nil for anything else.
  package init?(json: JSONValue) {
    guard let values = json.objectValue?["entries"]?.objectValue else { return nil }
    for (id, value) in values {
      guard let weight = value.objectValue?["weight"]?.doubleValue,
        let last = value.objectValue?["last"]?.doubleValue
      else { return nil }
      entries[id] = Entry(weight: weight, last: last)
    }
  }

  /// Notes that a note is looked at.
  package mutating func visit(_ id: String, at date: Date) {
    let time = date.timeIntervalSince1970
    entries[id] = Entry(weight: weight(of: id, at: date) + 1, last: time)
    guard entries.count > Self.limit else { return }
    let ids = entries.keys.sorted { rank($0, $1, at: date) }
    for id in ids.dropFirst(Self.limit) { entries[id] = nil }
  }

  /// How much the visits of a note count, 0 for none.
  package func weight(of id: String, at date: Date) -> Double {
    guard let entry = entries[id] else { return 0 }
    let age = max(0, date.timeIntervalSince1970 - entry.last)
    return entry.weight * exp2(-age / Self.halfLife)
  }

  /// The ids by weight, highest first.
  package func frequent(at date: Date) -> [String] {
    entries.keys.sorted { rank($0, $1, at: date) }
  }

  /// The ids by their last visit, latest first.
  package var recent: [String] {
    entries.sorted { ($0.value.last, $1.key) > ($1.value.last, $0.key) }.map(\.key)
  }

  private func rank(_ one: String, _ other: String, at date: Date) -> Bool {
    let (first, second) = (weight(of: one, at: date), weight(of: other, at: date))
    return first == second ? one < other : first > second
  }
}
