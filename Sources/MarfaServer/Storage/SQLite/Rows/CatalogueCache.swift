import GRDB
import MarfaModel
import Synchronization

/// The catalogues of the newest revisions, so that types are parsed once, and not by the writer.
final class CatalogueCache: Sendable {
  /// The newest last; that of readers, and what a transaction makes of it.
  private let cached = Mutex<[StoreCatalogue]>([])

  /// Keeps a catalogue.
  func keep(_ catalogue: StoreCatalogue) {
    cached.withLock { cached in
      cached.removeAll { $0.revision == catalogue.revision }
      cached = cached.suffix(1) + [catalogue]
    }
  }

  /// The catalogue as a transaction sees it; one row is read when it is cached.
  ///
  /// Revisions are drawn at random, so that one that was rolled back is never used again.
  func load(_ db: Database) throws -> StoreCatalogue {
    let revision = Int64(try db.spaceValue("catalogue_revision") ?? "0") ?? 0
    let known = cached.withLock { $0.first { $0.revision == revision } }
    if let known { return known }
    let types = try db.values("SELECT schema FROM item_type ORDER BY key", as: String.self)
    let edgeTypes = try db.values("SELECT schema FROM edge_type ORDER BY key", as: String.self)
    let registry = TypeRegistry(
      CoreTypes.all + CoreTypes.system
        + (try types.map { try StoredJSON.value($0, as: ItemType.self) }))
    let settings = try db.spaceValue("settings").map {
      try StoredJSON.value($0, as: SpaceSettings.self)
    }
    let catalogue = StoreCatalogue(
      types: registry,
      edgeRules: EdgeRules(
        itemTypes: registry,
        custom: try edgeTypes.map { try StoredJSON.value($0, as: EdgeType.self) }),
      settings: settings ?? SpaceSettings(), revision: revision)
    keep(catalogue)
    return catalogue
  }
}

extension Database {
  /// A value of the space by its name.
  func spaceValue(_ name: String) throws -> String? {
    try value("SELECT value FROM space WHERE name = ?", [name])
  }

  /// Sets a value of the space.
  func setSpaceValue(_ name: String, _ value: String) throws {
    try run(
      """
      INSERT INTO space(name, value) VALUES (?, ?)
      ON CONFLICT(name) DO UPDATE SET value = excluded.value
      """, [name, value])
  }
}
