import MarfaSDK

/// One item as an export writes it, to JSON and back.
struct ExportedItem: Hashable {
  /// The item as it is to be made, with its times, notebook and extensions.
  var new: NewItem
  /// The item's id.
  var id: String
  /// Edges to other items, without those of membership.
  var edges: [CreateEdgeInput]

  // MARK: - To JSON

  /// The record of an item; absent values are left out.
  static func record(
    _ item: Item, _ metadata: Metadata, notebook: String?, edges: [Edge]
  ) -> Record {
    var fields: [(String, JSONValue?)] = [
      ("id", .string(item.id)), ("type", .string(item.type)),
      ("state", .string(item.state.rawValue)),
      ("tier", item.tier.map { .string($0.rawValue) }),
      ("source", .string(item.source)), ("source_id", item.sourceId.map(JSONValue.string)),
      ("origin", item.origin.map { ["name": .string($0.name), "path": .string($0.path)] }),
      ("device", item.device.map(JSONValue.string)),
      ("capture_latitude", item.captureLatitude.map(JSONValue.number)),
      ("capture_longitude", item.captureLongitude.map(JSONValue.number)),
      ("timestamp", .string(item.timestamp)), ("created_at", .string(item.createdAt)),
      ("updated_at", .string(item.updatedAt)), ("notebook", notebook.map(JSONValue.string)),
      ("tags", metadata.tags.isEmpty ? nil : .array(metadata.tags.map(JSONValue.string))),
      ("properties", .object(item.properties)),
    ]
    fields.append(("edges", edges.isEmpty ? nil : .array(edges.map(value))))
    fields.append(
      ("attachments", item.attachments.isEmpty ? nil : .array(item.attachments.map(value))))
    fields.append(
      ("extensions", metadata.extensions.isEmpty ? nil : .object(metadata.extensions)))
    return Record(fields.compactMap { field in field.1.map { (field.0, $0) } })
  }

  private static func value(_ edge: Edge) -> JSONValue {
    var members: [String: JSONValue] = [
      "type": .string(edge.edgeType), "target_id": .string(edge.targetId),
    ]
    if !edge.properties.isEmpty { members["properties"] = .object(edge.properties) }
    return .object(members)
  }

  private static func value(_ attachment: Attachment) -> JSONValue {
    var members: [String: JSONValue] = [
      "blob_ref": .string(attachment.blobRef), "mime_type": .string(attachment.mimeType),
    ]
    if let title = attachment.title { members["title"] = .string(title) }
    if let role = attachment.role { members["role"] = .string(role) }
    return .object(members)
  }

  // MARK: - From JSON

  /// Why a value is no item, in a few words.
  struct Failure: Error, Hashable {
    var reason: String
  }

  /// Reads an item.
  ///
  /// - Parameter value: The parsed JSON.
  /// - Throws: `Failure`.
  init(_ value: JSONValue) throws(Failure) {
    guard let members = value.objectValue else { throw Failure(reason: "not an object") }
    guard let id = members["id"]?.stringValue, UUIDv7.isValid(id) else {
      throw Failure(reason: "no id")
    }
    guard let type = members["type"]?.stringValue else { throw Failure(reason: "no type") }
    self.id = id
    var input = CreateItemInput(
      id: id, type: type, properties: members["properties"]?.objectValue ?? [:])
    input.state = members["state"]?.stringValue.flatMap(ItemState.init)
    input.tier = members["tier"]?.stringValue.flatMap(ItemTier.init)
    input.source = members["source"]?.stringValue
    input.sourceId = members["source_id"]?.stringValue
    input.device = members["device"]?.stringValue
    input.captureLatitude = members["capture_latitude"]?.doubleValue
    input.captureLongitude = members["capture_longitude"]?.doubleValue
    input.timestamp = members["timestamp"]?.stringValue
    input.tags = (members["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    input.attachments = members["attachments"]?.arrayValue?.compactMap(Self.attachment)
    new = NewItem(
      input, createdAt: try Self.time("created_at", members),
      updatedAt: try Self.time("updated_at", members),
      notebook: members["notebook"]?.stringValue,
      extensions: members["extensions"]?.objectValue ?? [:], origin: Self.origin(members["origin"]))
    edges = (members["edges"]?.arrayValue ?? []).compactMap { Self.edge($0, from: id) }
  }

  private static func time(
    _ name: String, _ members: [String: JSONValue]
  ) throws(Failure) -> Timestamp? {
    guard let text = members[name]?.stringValue else { return nil }
    guard let time = Timestamp(iso8601: text) else {
      throw Failure(reason: "\(name) is not a time")
    }
    return time
  }

  private static func origin(_ value: JSONValue?) -> ItemOrigin? {
    guard let name = value?.objectValue?["name"]?.stringValue,
      let path = value?.objectValue?["path"]?.stringValue
    else { return nil }
    return ItemOrigin(name: name, path: path)
  }

  private static func attachment(_ value: JSONValue) -> Attachment? {
    guard let reference = value.objectValue?["blob_ref"]?.stringValue,
      let type = value.objectValue?["mime_type"]?.stringValue
    else { return nil }
    return Attachment(
      blobRef: reference, mimeType: type, title: value.objectValue?["title"]?.stringValue,
      role: value.objectValue?["role"]?.stringValue)
  }

  private static func edge(_ value: JSONValue, from id: String) -> CreateEdgeInput? {
    guard let type = value.objectValue?["type"]?.stringValue,
      let target = value.objectValue?["target_id"]?.stringValue
    else { return nil }
    return CreateEdgeInput(
      sourceId: id, targetId: target, edgeType: type,
      properties: value.objectValue?["properties"]?.objectValue)
  }
}
