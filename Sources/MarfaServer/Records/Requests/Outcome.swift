import MarfaModel

/// What became of a request, before anybody says it in HTTP's words.
public enum Outcome: Hashable, Sendable {
  /// It was answered, or what it asked for was done.
  case done
  /// It made something new.
  case created
  /// It collided with what others made or changed.
  case conflict
  /// It was refused, with a word of the error catalogue, and the status of an error that has its
  /// own.
  case refused(code: String, status: Int?)

  /// What an error means for the request that met it.
  init(_ error: any MarfaError) {
    let status = error.status ?? ErrorCode.status(of: error.code)
    self =
      status == ErrorCode.status(of: ErrorCode.conflict)
      ? .conflict : .refused(code: error.code, status: error.status)
  }

  /// The outcome of a request that was made before.
  init(_ kept: IdempotencyRow.Outcome) {
    self =
      switch kept {
      case .done: .done
      case .created: .created
      case .conflict: .conflict
      }
  }

  /// What is kept of it; of refusals only conflicts are kept.
  var kept: IdempotencyRow.Outcome {
    switch self {
    case .done: .done
    case .created: .created
    case .conflict, .refused: .conflict
    }
  }

  /// Whether the request had no effect.
  var isRefusal: Bool {
    switch self {
    case .done, .created: false
    case .conflict, .refused: true
    }
  }
}
