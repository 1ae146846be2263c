import Foundation

/// A form of dates: letters stand for parts of a date, all else for itself.
///
/// The common part of Unicode TR35 (<https://unicode.org/reports/tr35/tr35-dates.html>): `yyyy`,
/// `yy`, `M`, `MM`, `MMM`, `MMMM`, `d`, `dd`, `EEE`, `EEEE`, `H`, `HH`, `m`, `mm`; text between
/// apostrophes, and other letters, are drawn as they are. Names are English, as is the application.
package struct DatePattern: Hashable, Sendable {
  /// Day and month, for dates of this year.
  package static let standard = DatePattern("dd MMM")
  /// Month and year.
  package static let monthAndYear = DatePattern("MMM yyyy")

  private enum Part: Hashable {
    case text(String)
    /// A letter and how often it occurs.
    case field(Character, Int)
  }

  private var parts: [Part] = []

  /// Reads a form; every text is one.
  package init(_ source: String) {
    var rest = source[...]
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        let quoted = rest.prefix { $0 != "'" }
        parts.append(.text(quoted.isEmpty ? "'" : String(quoted)))
        rest = rest.dropFirst(quoted.count + 1)
      } else {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        let isField = "yMdEHm".contains(first)
        parts.append(isField ? .field(first, run.count) : .text(String(run)))
      }
    }
  }

  /// Whether the year is named.
  package var hasYear: Bool {
    parts.contains { if case .field("y", _) = $0 { true } else { false } }
  }

  /// The text for a date.
  package func text(for date: Date, calendar: Calendar) -> String {
    let units: Set<Calendar.Component> = [.year, .month, .day, .weekday, .hour, .minute]
    let values = calendar.dateComponents(units, from: date)
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let letter, let count): Self.text(letter, count, values)
      }
    }.joined()
  }

  private static func text(_ letter: Character, _ count: Int, _ values: DateComponents) -> String {
    switch letter {
    case "y": count == 2 ? padded((values.year ?? 0) % 100, 2) : padded(values.year ?? 0, count)
    case "M" where count > 2: name(months, values.month, count)
    case "E": name(weekdays, values.weekday, count)
    case "M": padded(values.month ?? 0, count)
    case "d": padded(values.day ?? 0, count)
    case "H": padded(values.hour ?? 0, count)
    default: padded(values.minute ?? 0, count)
    }
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// A name whole with four letters, else its first three characters; numbers are from 1.
  private static func name(_ names: [String], _ number: Int?, _ count: Int) -> String {
    guard let number, names.indices.contains(number - 1) else { return "" }
    return count > 3 ? names[number - 1] : String(names[number - 1].prefix(3))
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
