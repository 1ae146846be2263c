import Documents
import GRDB

/// What a server that was set back has older than this store, item by item.
extension StoreWriter {
  /// How a state of a server that was set back compares with what it had confirmed before.
  enum SetBackAge: Hashable {
    /// It was made since the server was set back.
    case newer
    /// It is as old; what has no version may be older all the same.
    case same
    /// It is from before.
    case older
  }

  /// Compares a state with the confirmed one; one of an item that is not known here is newer.
  func age(of item: Item) throws -> SetBackAge {
    guard let known = try stamps(of: [item.id])[item.id] else { return .newer }
    let said = ConfirmedStamp(item)
    return known < said ? .newer : said < known ? .older : .same
  }

  /// Takes over what a server has that was set back, and keeps what is newer here as changes of it.
  ///
  /// - Parameters:
  ///   - confirmed: The item as the server has it, no newer than what it had confirmed.
  ///   - age: Which of both.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func holdBack(_ confirmed: ConfirmedItem, _ age: SetBackAge) throws {
    guard let record = try record(id: confirmed.item.id) else { return }
    let former = try confirmedTexts(of: record)
    // The document of the text was set back, too; its sequence says nothing of what it has.
    let replica = try boundReplica(of: record.key)
    if let replica { try leaveDocument(replica) }
    if age == .older, try isChangedSince(confirmed.item) {
      try joinTexts(of: record, former, confirmed.item.properties)
    }
    let mine = try storedProperties(of: record)
    var names: [String] = []
    if age == .older {
      names = PropertiesPatch.changedNames(from: confirmed.item.properties, to: mine)
    }
    if let replica {
      let (field, text) = (replica.field, confirmed.item.properties[replica.field])
      if text?.stringValue ?? "" != mine[field]?.stringValue ?? "", !names.contains(field) {
        names.append(field)
      }
    }
    names = try names.filter { try !isHeldBack($0, of: record.key) }
    let side = try side(of: record, differingFrom: confirmed.item, age)
    if !names.isEmpty || !side.isEmpty {
      try hold(
        MutationIntent(kind: .updateItem, item: record.key, detail: names.sorted(), side: side),
        baseVersion: confirmed.item.version)
    }
    try holdBackMetadata(confirmed, of: record)
    // A version of before would name another state once the server has come as far again.
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET base_version = ?1
        WHERE item = ?2 AND last_error = ?3 AND base_version > ?1
        """
    ).execute(arguments: [confirmed.item.version, record.key, Self.setBack])
    _ = try adopt(confirmed, acceptsOlder: true)
    try settle(record.key)
  }

  /// Lets the updates of an item name no version of a server that was set back, which has given its
  /// number to another state since: the server refuses them with what it has, and they are merged
  /// on what they were made on.
  ///
  /// - Parameter id: The item.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func forgetVersions(ofUpdatesOf id: String) throws {
    guard let record = try record(id: id), let shadow = try shadow(of: record.key) else { return }
    for row in try QueueTable(db: db).rows(of: record.key)
    where row.intent.kind == .updateItem && !row.isFrozen && !row.intent.detail.isEmpty {
      let names = Set(row.intent.detail)
      let base =
        try row.intent.base
        ?? StoredJSON.text(.object(shadow.properties.filter { names.contains($0.key) }))
      try db.cachedStatement(sql: "UPDATE mutation SET base = ?, base_version = 0 WHERE key = ?")
        .execute(arguments: [base, row.key])
    }
  }

  // MARK: - What others have sent again

  /// The texts of an item as the server had confirmed them, by their names.
  private func confirmedTexts(of record: ItemRecord) throws -> [String: String] {
    let known = try shadow(of: record.key)?.properties ?? storedProperties(of: record)
    var texts = known.compactMapValues(\.stringValue)
    if let replica = try boundReplica(of: record.key) {
      texts[replica.field] = try replicas.base(of: replica)
    }
    return texts
  }

  /// Whether the server's state was made after the confirmed one: others have sent again what they
  /// had, or went on with what the server has.
  private func isChangedSince(_ item: Item) throws -> Bool {
    guard let known = try stamps(of: [item.id])[item.id] else { return false }
    return known.updatedAt < ConfirmedStamp(item).updatedAt
  }

  /// Takes what others have written since into the texts that are here, so that a text that is sent
  /// again is theirs, too.
  private func joinTexts(
    of record: ItemRecord, _ former: [String: String], _ theirs: [String: JSONValue]
  ) throws {
    let policy = try resolvedType(record.type)?.mergePolicy ?? MergePolicy()
    var (record, properties) = (record, try storedProperties(of: record))
    for (name, theirs) in theirs where policy.strategy(of: name) == .keepBothCopies {
      guard let theirs = theirs.stringValue, let mine = properties[name]?.stringValue,
        let former = former[name], theirs != mine
      else { continue }
      properties[name] = .string(SetBackText.merged(former: former, mine: mine, theirs: theirs))
    }
    guard try properties != storedProperties(of: record) else { return }
    try keepVersion(of: record, properties: storedProperties(of: record), .always)
    try acting(as: .server) {
      try writeProperties(properties, to: &record, type: resolvedType(record.type))
    }
  }

  /// Lets a text that is newer here than in the document of a server that was set back wait for the
  /// person, as a change of the item.
  ///
  /// - Parameters:
  ///   - row: The replica of the text.
  ///   - theirs: The document's text.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func holdBack(_ row: ReplicaRow, theirs: String) throws {
    let former = try replicas.base(of: row)
    try leaveDocument(row)
    guard let item = row.item, let record = try record(key: item), record.serverVersion != nil
    else { return }
    // A document that has all of the text that both knew goes on from it.
    if SetBackText.extends(theirs, former) {
      try joinTexts(of: record, [row.field: former], [row.field: .string(theirs)])
    }
    guard try storedProperties(of: record)[row.field]?.stringValue ?? "" != theirs,
      try !isHeldBack(row.field, of: item)
    else { return }
    try copyShadow(ofKey: item)
    if var shadow = try shadow(of: item) {
      shadow.properties[row.field] = .string(theirs)
      try write(shadow, of: item)
    }
    try hold(
      MutationIntent(kind: .updateItem, item: item, detail: [row.field]),
      baseVersion: record.serverVersion)
    try settle(item)
  }

  /// Leaves the document of an item that others have changed since the server was set back: what
  /// was not sent becomes an update, and the text that was seen stays in the history.
  func leaveOlderDocument(of id: String) throws {
    guard let record = try record(id: id), let replica = try boundReplica(of: record.key) else {
      return
    }
    try keepVersion(of: record, properties: storedProperties(of: record), .always)
    try release(replica, asksForText: false)
  }

  /// Lets a text be a property of its item again, with all that was typed.
  func leaveDocument(_ row: ReplicaRow) throws {
    try replicas.remove(row.key)
    if let item = row.item { try removePush(of: item) }
  }

  private func isHeldBack(_ field: String, of item: Int64) throws -> Bool {
    try QueueTable(db: db).rows(of: item).contains { row in
      try row.intent.kind == .updateItem && row.intent.detail.contains(field)
        && String.fetchOne(
          db.cachedStatement(sql: "SELECT last_error FROM mutation WHERE key = ?"),
          arguments: [row.key]) == Self.setBack
    }
  }

  // MARK: - What has no version

  private func side(
    of record: ItemRecord, differingFrom item: Item, _ age: SetBackAge
  ) throws -> SideFields {
    var side: SideFields = []
    if age == .older, try attachments(of: record) != item.attachments { side.insert(.attachments) }
    let known = try shadow(of: record.key)
    if (known.map(\.tier) ?? record.tier) != item.tier { side.insert(.tier) }
    return side
  }

  /// Keeps tags, extensions and the state that the server had confirmed, and has no more.
  private func holdBackMetadata(_ confirmed: ConfirmedItem, of record: ItemRecord) throws {
    let shadow = try shadow(of: record.key)
    func hold(_ kind: MutationKind, _ detail: [String] = [], subject: String? = nil) throws {
      try self.hold(
        MutationIntent(kind: kind, item: record.key, subject: subject, detail: detail),
        baseVersion: nil)
    }
    if let theirs = confirmed.tags.map(Set.init) {
      let known = Set(shadow?.tags ?? record.tags)
      let added = known.subtracting(theirs)
      if !added.isEmpty { try hold(.addTags, added.sorted()) }
      for tag in theirs.subtracting(known).sorted() { try hold(.removeTag, [tag]) }
    }
    if let theirs = confirmed.extensions {
      let known = try shadow?.extensions ?? ItemReader(db: db).extensions(of: record.key)
      // One that is there alone may be of somebody else, since.
      for (name, data) in known.sorted(by: { $0.key < $1.key })
      where data != theirs[name] && name != ItemOrigin.namespace {
        try hold(.setExtension, subject: name)
      }
    }
    let state = shadow?.state ?? record.state
    if state != confirmed.item.state {
      try hold(MutationKind(from: confirmed.item.state, to: state), [state.rawValue])
    }
  }
}
