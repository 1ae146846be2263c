import GRDB

/// What a row of the queue asks of the server, with the values of now.
enum MutationBinding: Hashable {
  /// A request with this body; `baseVersion` is the version that it names.
  case request(body: JSONValue, baseVersion: Int?)
  /// Nothing: the server has it already.
  case redundant
}

/// What a server can do that changes how a request is built.
package struct BindingOptions: Hashable, Sendable {
  /// Whether a creation may carry extensions.
  package var createsWithExtensions: Bool
  /// Whether the client chooses the ids of edges.
  package var choosesEdgeIds: Bool
  /// Bytes of an item's properties as JSON, at most; nil where it is not known.
  package var propertyBytes: Int?
  /// Whether the credential may purge; else it moves to the trash.
  package var mayPurge = true
  /// What the credential may do, where that is not everything.
  package var limits: CredentialRights?
  /// Whether a change may name the device that made it.
  package var namesDevices = false
  /// Whether a move to another state may name the device that asks for it.
  package var namesStateDevices = false
  /// Whether a purge may name the state of the item that it is meant for.
  package var conditionsPurges = false
  /// Whether a change of attachments may name those that it was made on.
  package var mergesAttachments = false

  /// By default what a server with only the documented API can do.
  package init(createsWithExtensions: Bool = false, choosesEdgeIds: Bool = false) {
    self.createsWithExtensions = createsWithExtensions
    self.choosesEdgeIds = choosesEdgeIds
  }
}

extension StoreWriter {
  /// Binds a row to the values that the store has now; ids are not among them.
  func bind(_ row: QueueRow, _ options: BindingOptions) throws -> MutationBinding {
    switch row.intent.kind {
    case .createEdge, .updateEdge, .deleteEdge: return try bindEdge(row, options)
    case .purgeItem:
      let purge = MutationBinding.request(body: .null, baseVersion: nil)
      // One that may not be done moves the item to the trash.
      let isNamed = options.namesStateDevices && !options.mayPurge
      return isNamed ? namingMover(of: row, in: purge) : purge
    case .uploadBlob, .bulkItems, .bulkEdges, .pushDocument:
      return .request(body: .null, baseVersion: nil)
    default: break
    }
    guard let key = row.intent.item, let record = try record(key: key) else { return .redundant }
    // The origin of an import is no reason for a refusal.
    if row.intent.isOrigin, let namespace = row.intent.subject, try !mayTell(by: namespace) {
      return .redundant
    }
    if row.intent.kind == .createItem { return try bindCreation(of: record, options) }
    var visible = try VisibleItem(record, self)
    let shadow = try shadow(of: key)
    visible.attachments = try sendable(
      visible.attachments, confirmed: shadow?.attachments ?? [])
    let binding = try ItemBinding(
      row: row, visible: visible, shadow: shadow, mergesAttachments: options.mergesAttachments
    ).result()
    switch row.intent.kind {
    case .transitionItem, .deleteItem, .restoreItem:
      return options.namesStateDevices ? namingMover(of: row, in: binding) : binding
    default: return options.namesDevices ? naming(record.device, in: binding) : binding
    }
  }

  /// Names this device in a move to another state.
  private func namingMover(of row: QueueRow, in binding: MutationBinding) -> MutationBinding {
    guard case .request(let body, let base) = binding, let device = environment.device else {
      return binding
    }
    var members = body.objectValue ?? [:]
    members["device"] = .string(device)
    // The route of a restoration takes none: it goes as a move to the state.
    if row.intent.kind == .restoreItem {
      members["state"] = row.intent.detail.first.map(JSONValue.string)
    }
    return .request(body: .object(members), baseVersion: base)
  }

  /// Names this device in a change of properties, or takes the name of the one before away.
  private func naming(_ former: String?, in binding: MutationBinding) -> MutationBinding {
    guard case .request(.object(var body), let base) = binding, body["properties"] != nil,
      environment.device != nil || former != nil
    else { return binding }
    body["device"] = .string(environment.device ?? "")
    return .request(body: .object(body), baseVersion: base)
  }

  private func bindCreation(
    of record: ItemRecord, _ options: BindingOptions
  ) throws -> MutationBinding {
    var visible = try VisibleItem(record, self)
    visible.attachments = try sendable(visible.attachments)
    let input = CreateItemInput(
      type: record.type, properties: visible.properties, state: record.state, tier: record.tier,
      timestamp: Timestamp(milliseconds: record.timestamp).iso8601, device: record.device,
      captureLatitude: record.latitude, captureLongitude: record.longitude,
      tags: visible.tags.isEmpty ? nil : visible.tags,
      attachments: visible.attachments.isEmpty ? nil : visible.attachments)
    guard case .object(var body) = input.json else { return .redundant }
    let extensions = visible.extensions.filter {
      options.limits?.mayWrite(extension: $0.key) ?? true
    }
    if options.createsWithExtensions, !extensions.isEmpty {
      body["extensions"] = .object(extensions)
    }
    return .request(body: .object(body), baseVersion: nil)
  }

  private func bindEdge(_ row: QueueRow, _ options: BindingOptions) throws -> MutationBinding {
    if row.intent.kind == .deleteEdge {
      return row.intent.base == nil ? .redundant : .request(body: .null, baseVersion: nil)
    }
    let stored = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT type, properties, is_confirmed FROM edge WHERE id = ?"),
      arguments: [row.intent.subject])
    guard let stored else { return .redundant }
    let isConfirmed: Bool = stored[2]
    var properties = try StoredJSON.object(stored[1])
    guard row.intent.kind == .createEdge else {
      // The server merges: what was taken away is asked for as null.
      for name in try row.intent.base.map({ try StoredJSON.object($0) })?.keys.sorted() ?? []
      where properties[name] == nil { properties[name] = .null }
      return .request(body: ["properties": .object(properties)], baseVersion: nil)
    }
    if isConfirmed { return .redundant }
    return .request(
      body: ["edge_type": .string(stored[0]), "properties": .object(properties)], baseVersion: nil)
  }
}

/// Binds a row of an item that is on the server, as a function of the row and both states.
struct ItemBinding {
  let row: QueueRow
  let visible: VisibleItem
  /// The confirmed state; nil when the item's creation has not been answered.
  let shadow: Shadow?
  let mergesAttachments: Bool

  /// What is to be sent.
  func result() throws -> MutationBinding {
    switch row.intent.kind {
    case .updateItem: return try update()
    case .transitionItem, .deleteItem, .restoreItem: return transition
    case .addTags: return addedTags
    case .removeTag: return removedTag
    case .setMetadata, .patchMetadata:
      return .request(body: ["tags": .array(visible.tags.map(JSONValue.string))], baseVersion: nil)
    case .setExtension: return writtenExtension
    case .removeExtension:
      guard let namespace = row.intent.subject, visible.extensions[namespace] == nil,
        shadow.map({ $0.extensions[namespace] != nil }) ?? true
      else { return .redundant }
      return .request(body: .null, baseVersion: nil)
    default: return .redundant
    }
  }

  private func update() throws -> MutationBinding {
    var body: [String: JSONValue] = [:]
    var properties: [String: JSONValue] = [:]
    for name in row.intent.detail {
      let (mine, confirmed) = (visible.properties[name], shadow?.properties[name])
      if shadow == nil || mine != confirmed { properties[name] = mine ?? .null }
    }
    if !properties.isEmpty { body["properties"] = .object(properties) }
    let side = row.intent.side
    if side.contains(.tier), let tier = visible.tier, tier != shadow?.tier {
      body["tier"] = .string(tier.rawValue)
    }
    if side.contains(.timestamp), visible.timestamp != shadow?.timestamp {
      body["timestamp"] = .string(Timestamp(milliseconds: visible.timestamp).iso8601)
    }
    if side.contains(.sourceId), let sourceId = visible.sourceId {
      body["source_id"] = .string(sourceId)
    }
    if side.contains(.attachments), visible.attachments != shadow?.attachments {
      body["attachments"] = .array(visible.attachments.map(\.json))
      if mergesAttachments, let shadow {
        body["attachments_base"] = .array(shadow.attachments.map(\.json))
      }
    }
    if body.isEmpty { return .redundant }
    let base = row.baseVersion ?? shadow?.version
    if !properties.isEmpty, let base { body["version"] = .integer(Int64(base)) }
    return .request(body: .object(body), baseVersion: base)
  }

  private var transition: MutationBinding {
    guard let state = row.intent.detail.first.flatMap(ItemState.init), state != shadow?.state
    else { return .redundant }
    guard row.intent.kind == .transitionItem else { return .request(body: .null, baseVersion: nil) }
    return .request(body: ["state": .string(state.rawValue)], baseVersion: nil)
  }

  private var addedTags: MutationBinding {
    let known = Set(shadow?.tags ?? [])
    let tags = row.intent.detail.filter { visible.tags.contains($0) && !known.contains($0) }
    if tags.isEmpty { return .redundant }
    return .request(body: ["tags": .array(tags.map(JSONValue.string))], baseVersion: nil)
  }

  private var removedTag: MutationBinding {
    guard let tag = row.intent.detail.first, !visible.tags.contains(tag),
      shadow.map({ $0.tags.contains(tag) }) ?? true
    else { return .redundant }
    return .request(body: .null, baseVersion: nil)
  }

  private var writtenExtension: MutationBinding {
    guard let namespace = row.intent.subject, let data = visible.extensions[namespace],
      data != shadow?.extensions[namespace]
    else { return .redundant }
    return .request(body: data, baseVersion: nil)
  }
}
