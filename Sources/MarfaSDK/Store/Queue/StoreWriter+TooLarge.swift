import GRDB

/// A note that is larger than the server allows is refused once, before it is sent.
extension StoreWriter {
  /// The code of such a refusal.
  static let tooLarge = "too_large"

  /// Why a body cannot be sent; nil when it can.
  static func excess(_ body: JSONValue, _ options: BindingOptions) -> MutationRefusal? {
    guard let limit = options.propertyBytes, let properties = body.objectValue?["properties"]
    else { return nil }
    let bytes = JSONWriter.bytes(of: properties).count
    guard bytes > limit else { return nil }
    return MutationRefusal(
      code: tooLarge,
      message: "\(ByteWords.size(Int64(bytes))); the server takes \(ByteWords.size(Int64(limit))) "
        + "at most.", status: nil)
  }

  /// Refuses a change before it is sent; one that was too large before is not reported again.
  func refuseTooLarge(_ row: QueueRow, _ size: MutationRefusal, formerId: String?) throws {
    var row = row
    if let formerId {
      row.id = formerId
    } else {
      let error = ValidationError(code: size.code, message: size.message, status: nil)
      dropped.append(
        .mutationDropped(
          kind: row.intent.kind, itemId: try itemId(of: row), attempt: row.attempt, error: error))
    }
    try refuse(row, size)
  }
}
