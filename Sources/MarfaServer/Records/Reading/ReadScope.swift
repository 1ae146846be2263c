import MarfaModel

/// What one request may see.
struct ReadScope {
  let access: any StoreAccess
  let catalogue: StoreCatalogue
  /// The same by the names of types and edge types.
  let visibility: Visibility

  /// Asks an access about every type that is registered or has items.
  init(_ access: any StoreAccess, in rows: any RecordRows) throws {
    self.access = access
    let catalogue = try rows.catalogue()
    self.catalogue = catalogue
    guard !access.isUnrestricted else {
      visibility = .all
      return
    }
    let types = Set(catalogue.types.types.map(\.id)).union(try rows.usedTypes())
    let edgeTypes = Set(catalogue.edgeRules.edgeTypes.keys)
    visibility = Visibility(
      itemTypes: Self.part(of: types) { access.mayRead(type: $0, in: catalogue.types) },
      edgeTypes: Self.part(of: edgeTypes) { access.mayRead(edgeType: $0) })
  }

  /// Those of some names that may be seen; nil when it is all of them.
  private static func part(
    of names: Set<String>, where isReadable: (String) -> Bool
  ) -> Set<String>? {
    let readable = names.filter(isReadable)
    return readable.count == names.count ? nil : readable
  }

  /// What a question may cost.
  var limits: ReadLimits { catalogue.settings.reading }

  /// Whether items of a type may be seen.
  func mayRead(type: String) -> Bool { visibility.shows(itemType: type) }

  /// Whether it may be known that something is gone.
  func mayRead(_ tombstone: TombstoneRow) -> Bool {
    mayRead(type: tombstone.itemType) && tombstone.targetType.map(mayRead(type:)) ?? true
      && tombstone.edgeType.map(access.mayRead(edgeType:)) ?? true
  }

  /// Whether an edge may be seen.
  func mayRead(_ edge: EdgeRow) -> Bool {
    access.mayRead(edgeType: edge.type) && mayRead(type: edge.sourceType)
      && mayRead(type: edge.targetType)
  }
}
