import MarfaModel

extension MemoryTransaction {
  func insert(_ item: ItemRow) throws -> Int64 {
    guard tables.itemKeys[item.id] == nil else {
      throw StoreFailure(.broken, "the item \(item.id) is there already")
    }
    try requireFreeNaturalKey(of: item)
    var item = item
    item.key = nextNumber()
    set(\.items, item.key, item)
    set(\.itemKeys, item.id, item.key)
    return item.key
  }

  func update(_ item: ItemRow, over old: ItemRow) throws {
    try requireFreeNaturalKey(of: item)
    set(\.items, old.key, item)
  }

  func delete(_ item: ItemRow) throws {
    set(\.items, item.key, nil)
    set(\.itemKeys, item.id, nil)
    try wordsChanged(of: item.key)
    set(\.itemBlobs, item.key, nil)
    set(\.extensions, item.key, nil)
    set(\.versions, item.key, nil)
  }

  private func requireFreeNaturalKey(of item: ItemRow) throws {
    guard item.state != .trashed, let sourceId = item.sourceId,
      let other = try self.item(source: item.source, sourceId: sourceId), other.key != item.key
    else { return }
    throw StoreFailure(.broken, "two items have the natural key of \(item.id)")
  }

  func wordsChanged(of key: Int64) throws { set(\.changedWords, key, nextNumber()) }

  func wordsAreSet(_ changes: [ChangedWords]) throws {
    for change in changes where tables.changedWords[change.key] == change.number {
      set(\.changedWords, change.key, nil)
    }
  }

  func setBlobs(of key: Int64, adding: Set<String>, removing: Set<String>) throws {
    for hash in removing { change(\.itemBlobs, key, hash, isMember: false) }
    for hash in adding.subtracting(tables.itemBlobs[key] ?? []) {
      change(\.itemBlobs, key, hash, isMember: true)
    }
  }

  // MARK: - Extensions and versions

  func setExtension(_ namespace: String, of key: Int64, to data: String?) throws -> Bool {
    var extensions = tables.extensions[key] ?? [:]
    guard extensions[namespace] != data else { return false }
    extensions[namespace] = data
    set(\.extensions, key, extensions)
    return true
  }

  func insert(_ version: VersionRow, of key: Int64) throws -> Int64 {
    var version = version
    version.key = nextNumber()
    version.size = version.properties.utf8.count
    set(\.versions, key, (tables.versions[key] ?? []) + [version])
    return version.key
  }

  func setVersion(_ key: Int64, _ properties: String, isDifference: Bool) throws {
    for (item, versions) in tables.versions {
      guard let index = versions.firstIndex(where: { $0.key == key }) else { continue }
      var versions = versions
      versions[index].properties = properties
      versions[index].size = properties.utf8.count
      versions[index].isDifference = isDifference
      set(\.versions, item, versions)
    }
  }

  func deleteVersions(_ keys: [Int64]) throws {
    guard !keys.isEmpty else { return }
    let keys = Set(keys)
    for (item, versions) in tables.versions
    where versions.contains(where: { keys.contains($0.key) }) {
      set(\.versions, item, versions.filter { !keys.contains($0.key) })
    }
  }

  // MARK: - Edges

  func insert(_ edge: EdgeRow, from source: Int64, to target: Int64) throws {
    guard tables.items[source]?.id == edge.sourceId, tables.items[target]?.id == edge.targetId,
      tables.edgeKeys[edge.id] == nil
    else { throw StoreFailure(.broken, "the edge \(edge.id) has no ends, or is there already") }
    var edge = edge
    edge.key = nextNumber()
    set(\.edges, edge.key, edge)
    set(\.edgeKeys, edge.id, edge.key)
    change(\.outgoing, edge.sourceId, edge.key, isMember: true)
    change(\.incoming, edge.targetId, edge.key, isMember: true)
  }

  func update(_ edge: EdgeRow) throws { set(\.edges, edge.key, edge) }

  func delete(_ edge: EdgeRow) throws {
    set(\.edges, edge.key, nil)
    set(\.edgeKeys, edge.id, nil)
    change(\.outgoing, edge.sourceId, edge.key, isMember: false)
    change(\.incoming, edge.targetId, edge.key, isMember: false)
  }
}
