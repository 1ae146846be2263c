/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is that of <https://howardhinnant.github.io/date_algorithms.html>.
///
/// ```swift
/// let day = CivilDate(year: 2028, month: 2, day: 28)
/// let next = day?.adding(days: 1).day  // a leap year
/// ```
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year; 0 is 1 BC.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, 1…31.
  public let day: Int

  /// A day of the Gregorian calendar; nil when it has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1,
      day <= CivilDate.dayCount(year: year, month: month)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01, or before it when negative.
  public init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (shiftedMonth < 10 ? 0 : 1)
  }

  /// Days from 1970-01-01 to this day; negative before.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, 0 for Monday … 6 for Sunday.
  public var weekday: Int {
    let shifted = (daysSince1970 + 3) % 7
    return shifted < 0 ? shifted + 7 : shifted
  }

  /// The first day of the month that is a number of months later.
  public func firstOfMonth(adding months: Int = 0) -> CivilDate {
    let total = year * 12 + month - 1 + months
    let newYear = total >= 0 ? total / 12 : (total - 11) / 12
    return CivilDate(unchecked: newYear, total - newYear * 12 + 1, 1)
  }

  /// The day that is a number of days later.
  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSince1970: daysSince1970 + days)
  }

  /// How many days a month has.
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether one day is before the other.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}
