import GRDB

/// What an engine's event does not say of the change that it reports.
package struct ChangeCircumstances: Hashable, Sendable {
  /// The device that made it; nil for one without a name, and where the server does not say.
  package var device: String?
  /// Whether it moved the item to the trash.
  package var isTrashing = false

  package init(device: String? = nil, isTrashing: Bool = false) {
    (self.device, self.isTrashing) = (device, isTrashing)
  }
}

extension LocalStore {
  /// Who made a change that an engine has just reported, and what it was.
  ///
  /// - Parameter event: The event.
  /// - Returns: The circumstances, as far as the store knows them.
  /// - Throws: `StorageError`.
  package func circumstances(of event: SyncEvent) async throws -> ChangeCircumstances {
    let id: String
    switch event {
    case .itemCreated(let item), .itemUpdated(let item): id = item
    default: return ChangeCircumstances()
    }
    return try await readBriefly { db in
      // What is newer than the text is a move to another state, or tags, of which nobody says more.
      let statement = try db.cachedStatement(
        sql: """
          SELECT iif(server_updated_at > edited_at, state_device, device),
            server_updated_at > edited_at AND COALESCE(shadow.state, item.state) = 2
          FROM item LEFT JOIN shadow ON shadow.item = item.key WHERE id = ?
          """)
      guard let row = try Row.fetchOne(statement, arguments: [id]) else {
        return ChangeCircumstances()
      }
      var circumstances = ChangeCircumstances(device: row[0], isTrashing: row[1] ?? false)
      // A server that names no devices may have taken over the names of another one.
      if circumstances.device != nil,
        try SyncState(db: db).readProfile().namesDevices != true
      {
        circumstances.device = nil
      }
      return circumstances
    }
  }
}
