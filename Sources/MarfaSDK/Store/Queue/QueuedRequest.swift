/// The request of a queued change.
///
/// Ids are in the row's columns and are filled in last, so that no stored JSON must be rewritten
/// when the server gives an item another id.
struct QueuedRequest: Hashable {
  var id: String
  var kind: MutationKind
  var itemId: String?
  var subject: String?
  var detail: [String] = []
  var references: [MutationReference] = []
  /// Whether the server takes the client's ids of edges.
  var choosesEdgeId = false
  /// Whether a purge is one; else it moves to the trash.
  var purges = true
  /// The query of a purge that is meant for one state of its item; nil for any.
  var purgeCondition: String?

  /// Method, path and whole body.
  func mutation(body: JSONValue) -> MutationBatchBody.Mutation {
    var (method, path) = route
    if let device = body.objectValue?["device"]?.stringValue {
      switch kind {
      case .deleteItem: path += "?device=" + Self.segment(device)
      case .purgeItem where !purges: path += "?device=" + Self.segment(device)
      case .restoreItem: path = "/items/\(itemId ?? "")/transition"
      default: break
      }
    }
    return MutationBatchBody.Mutation(id: id, method: method, path: path, body: whole(body))
  }

  private var route: (method: String, path: String) {
    let item = "/items/\(itemId ?? "")"
    let edge = "/edges/\(subject ?? "")"
    return switch kind {
    case .createItem: ("POST", "/items")
    case .updateItem: ("PATCH", item)
    case .transitionItem: ("POST", item + "/transition")
    case .deleteItem: ("DELETE", item)
    case .restoreItem: ("POST", item + "/restore")
    case .purgeItem: ("DELETE", purges ? item + "/purge" + (purgeCondition ?? "") : item)
    case .setMetadata: ("PUT", item + "/metadata")
    case .patchMetadata: ("PATCH", item + "/metadata")
    case .addTags: ("POST", item + "/tags")
    case .removeTag: ("DELETE", item + "/tags/" + Self.segment(detail.first ?? ""))
    case .setExtension: ("PUT", item + "/extensions/" + Self.segment(subject ?? ""))
    case .removeExtension: ("DELETE", item + "/extensions/" + Self.segment(subject ?? ""))
    case .createEdge: ("POST", "/edges")
    case .updateEdge: ("PATCH", edge)
    case .deleteEdge: ("DELETE", edge)
    case .bulkItems: ("POST", "/items/bulk")
    case .bulkEdges: ("POST", "/edges/bulk")
    case .uploadBlob, .pushDocument: ("POST", "/blobs")
    }
  }

  private func whole(_ body: JSONValue) -> JSONValue? {
    if body.isNull || kind == .deleteItem || kind == .purgeItem { return nil }
    guard case .object(var members) = body else { return body }
    switch kind {
    case .createItem: members["id"] = itemId.map(JSONValue.string)
    case .createEdge:
      for reference in references {
        switch reference.role {
        case .source: members["source_id"] = .string(reference.id)
        case .target: members["target_id"] = .string(reference.id)
        case .blob: break
        }
      }
      if choosesEdgeId { members["id"] = subject.map(JSONValue.string) }
    default: break
    }
    return .object(members)
  }

  /// A path segment or a value of a query, with everything but the unreserved characters of RFC
  /// 3986 §2.3 as `%XX`.
  private static func segment(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = Array("0123456789ABCDEF")
        result.append("%")
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    return result
  }
}
