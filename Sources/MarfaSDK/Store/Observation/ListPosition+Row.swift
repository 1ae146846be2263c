import GRDB

extension ListOrder {
  /// The ordering column of a row.
  func value(_ row: some PositionalRow, at index: Int) -> ListPosition.Value {
    isText ? .title(row.text(index)) : .time(row.integer(index))
  }
}

extension ListPosition {
  /// The place as the values of two question marks.
  var arguments: StatementArguments { [databaseValue, key] }

  /// The place's value as the table has it.
  var databaseValue: DatabaseValue {
    switch value {
    case .time(let time): time.databaseValue
    case .title(let title): title.databaseValue
    case .rank(let rank): rank.databaseValue
    }
  }
}
