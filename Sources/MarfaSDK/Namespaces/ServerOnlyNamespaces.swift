/// Uploads and reads blobs; needs a server.
public struct BlobsNamespace: Sendable {
  /// Uploads bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - mimeType: Their media type.
  /// - Returns: The blob's hash, `sha256:` and hexadecimal digits.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func upload(data: [UInt8], mimeType: String) async throws -> String {
    throw ServerOnly.error("blobs")
  }

  /// Gives a blob's URL.
  ///
  /// - Parameter hash: The blob's hash.
  /// - Returns: The URL.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func url(_ hash: String) async throws -> String {
    throw ServerOnly.error("blobs")
  }
}

/// Registers item types; needs a server.
public struct TypesNamespace: Sendable {
  /// Lists all types.
  ///
  /// - Returns: The types.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func list() async throws -> [ItemType] {
    throw ServerOnly.error("types")
  }

  /// Reads a type.
  ///
  /// - Parameter id: The type's name.
  /// - Returns: The type.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func get(id: String) async throws -> ItemType {
    throw ServerOnly.error("types")
  }

  /// Registers a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The type as it is stored.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  @discardableResult
  public func register(_ type: ItemType) async throws -> ItemType {
    throw ServerOnly.error("types")
  }

  /// Replaces a type by its next version.
  ///
  /// - Parameter type: The type, with a version that is the present one plus 1.
  /// - Returns: The type as it is stored.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  @discardableResult
  public func update(_ type: ItemType) async throws -> ItemType {
    throw ServerOnly.error("types")
  }

  /// Deletes a type.
  ///
  /// - Parameter id: The type's name.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func delete(id: String) async throws {
    throw ServerOnly.error("types")
  }
}

/// Manages the keys of a server; needs one.
public struct KeysNamespace: Sendable {
  /// Lists the keys.
  ///
  /// - Returns: The keys as the server tells them.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func list() async throws -> [JSONValue] {
    throw ServerOnly.error("keys")
  }
}

/// Manages the webhooks of a server; needs one.
public struct WebhooksNamespace: Sendable {
  /// Lists the webhooks.
  ///
  /// - Returns: The webhooks as the server tells them.
  /// - Throws: `LocalModeUnsupportedError` without a server.
  public func list() async throws -> [JSONValue] {
    throw ServerOnly.error("webhooks")
  }
}

private enum ServerOnly {
  static func error(_ namespace: String) -> LocalModeUnsupportedError {
    LocalModeUnsupportedError(
      message: "\(namespace) needs a server.", details: ["namespace": .string(namespace)])
  }
}
