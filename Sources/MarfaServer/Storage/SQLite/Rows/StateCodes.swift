import MarfaModel

extension ItemState {
  /// How tables hold the state; part of the file's format.
  var code: Int {
    switch self {
    case .active: 0
    case .archived: 1
    case .trashed: 2
    case .revoked: 3
    }
  }

  /// Reads a table's code.
  init(code: Int) throws {
    guard let state = ItemState.allCases.first(where: { $0.code == code }) else {
      throw StoreFailure(.broken, "a row has the state \(code)")
    }
    self = state
  }
}

extension ItemTier {
  /// How tables hold the tier; part of the file's format.
  var code: Int { self == .library ? 0 : 1 }

  /// Reads a table's code.
  init(code: Int) { self = code == 0 ? .library : .feed }
}
