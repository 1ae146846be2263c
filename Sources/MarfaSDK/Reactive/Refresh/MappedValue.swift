/// What is made of a live value: once for each value, however often it is asked for.
@MainActor final class MappedValue<Value: Sendable & Equatable, Mapped> {
  let live: LiveValue<Value>
  private let map: (Value) -> Mapped
  private var newest: (number: Int, mapped: Mapped)?

  init(_ live: LiveValue<Value>, _ map: @escaping (Value) -> Mapped) {
    self.live = live
    self.map = map
  }

  /// What is made of the newest value; observed, as the value is.
  var value: Mapped {
    let number = live.number
    if let newest, newest.number == number { return newest.mapped }
    let mapped = map(live.value)
    newest = (number, mapped)
    return mapped
  }
}
