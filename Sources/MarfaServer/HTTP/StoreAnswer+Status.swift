import MarfaModel

extension StoreAnswer {
  /// The HTTP status.
  public var status: Int {
    switch outcome {
    case .done: 200
    case .created: 201
    case .conflict: ErrorCode.status(of: ErrorCode.conflict)
    case .refused(let code, let status): status ?? ErrorCode.status(of: code)
    }
  }
}
