/// The numbers that mean states and tiers in the tables; they never change.
extension ItemState {
  var code: Int64 {
    switch self {
    case .active: 0
    case .archived: 1
    case .trashed: 2
    case .revoked: 3
    }
  }

  /// The state of a number; anything unknown, which a newer version may have written, is active.
  init(code: Int64) {
    switch code {
    case 1: self = .archived
    case 2: self = .trashed
    case 3: self = .revoked
    default: self = .active
    }
  }
}

extension ItemTier {
  var code: Int64 { self == .feed ? 1 : 0 }

  init(code: Int64) { self = code == 1 ? .feed : .library }
}
