import Documents
import MarfaModel

/// What a client asks with a pack.
enum DocumentVerb: String, CaseIterable {
  case attach, sync, detach

  var operation: APIOperation {
    switch self {
    case .attach: DocumentRoutes.attachment
    case .sync: DocumentRoutes.syncing
    case .detach: DocumentRoutes.detachment
    }
  }
}

/// A request with a pack, read from its query and its body.
struct PackRequest: Sendable {
  let verb: DocumentVerb
  private(set) var request: DocumentRequest
  private(set) var binding: DocumentBinding?

  /// A request of which everything is known.
  init(_ verb: DocumentVerb, _ request: DocumentRequest, to binding: DocumentBinding? = nil) {
    (self.verb, self.request, self.binding) = (verb, request, binding)
  }

  /// Reads the query; the pack is empty until `read(_:within:)`.
  ///
  /// - Throws: `ValidationError` for what is missing, wrong or unknown.
  init(_ verb: DocumentVerb, of key: String, _ parameters: inout QueryParameters) throws {
    self.verb = verb
    request = DocumentRequest(
      client: parameters.string("client") ?? "", key: key,
      pack: ChangePack(documentKey: key, checkpoint: .initial))
    switch verb {
    case .attach:
      binding = try Self.binding(parameters.string("item_id"), parameters.string("field"))
    case .sync: request.direction = try parameters.word("mode") ?? .both
    case .detach: break
    }
    try parameters.finish()
    guard !request.client.isEmpty else { throw ValidationError(missing: "client") }
  }

  /// Reads the body; without one the pack stays empty.
  ///
  /// - Throws: `document_too_large`, or `ValidationError` for what is no pack.
  mutating func read(_ bytes: [UInt8], within limits: DocumentLimits) throws {
    try Self.check(bytes.count, within: limits)
    guard !bytes.isEmpty else { return }
    do throws(DocumentsError) {
      request.pack = try ChangePack(decoding: bytes)
    } catch {
      throw DocumentErrors.damaged(error.detail)
    }
  }

  /// - Throws: `document_too_large` for a body of too many bytes.
  static func check(_ length: Int, within limits: DocumentLimits) throws {
    guard length <= limits.packBytes else {
      throw DocumentErrors.tooLarge("A pack", limits.packBytes)
    }
  }

  /// Goes on with what a transaction has left.
  mutating func goOn(with rest: PackRest) { request.rest = rest }

  /// Takes no more of the pack, because it was refused.
  mutating func end(after refusal: any MarfaError) { request.refusal = refusal }

  /// Does what is asked, or a part of it.
  func run(_ writer: inout DocumentWriter) throws -> DocumentAnswer {
    switch verb {
    case .attach where request.rest == nil: try writer.attach(request, to: binding)
    // Who has begun to attach takes part.
    case .attach, .sync: try writer.sync(request)
    case .detach: try writer.detach(request)
    }
  }

  private static func binding(_ item: String?, _ field: String?) throws -> DocumentBinding? {
    switch (item, field) {
    case (nil, nil): return nil
    case (let item?, let field?):
      return DocumentBinding(itemId: item.lowercased(), field: field)
    case (nil, _?): throw ValidationError(missing: "item_id")
    case (_?, nil): throw ValidationError(missing: "field")
    }
  }
}

/// The body of `POST /documents/clients`.
struct ActivateClientBody: Decodable {
  private var clientKey: String

  enum CodingKeys: String, CodingKey {
    case clientKey = "client_key"
  }

  /// - Throws: `ValidationError` for what is no name.
  var checkedKey: String {
    get throws {
      guard (1...200).contains(clientKey.utf8.count), !clientKey.utf8.contains(0) else {
        throw ValidationError(
          message: "client_key has 1 to 200 bytes.", details: ["field": "client_key"])
      }
      return clientKey
    }
  }
}

extension DocumentRow {
  /// What `GET /documents/{key}` answers.
  func json(root: String) -> String {
    let members: JSONValue = [
      "key": .string(key), "server_sequence": .integer(sequence),
      "item_id": itemId.map(JSONValue.string) ?? .null,
      "field": field.map(JSONValue.string) ?? .null,
    ]
    let text = JSONWriter.string(of: members, order: .sorted)
    return "\(text.dropLast()),\"root\":\(root)}"
  }
}
