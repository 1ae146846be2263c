import ArgumentParser
import MarfaModel
import MarfaServer

/// `marfa-server keys`: the server's keys, without the API.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Create, list and revoke keys.",
    subcommands: [Create.self, List.self, Revoke.self])

  /// Makes a key and prints its secret, which is nowhere else.
  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Create a key and print its secret.")

    @OptionGroup var options: ServerOptions

    @Option(help: "A label for the key.")
    var label: String

    @Option(help: "The source name of what the key creates (default: the label).")
    var source: String?

    @Option(help: "admin, tenant_admin or member.")
    var role = "admin"

    @Option(
      name: .customLong("type"),
      help: """
        What a key without the role admin may do with a type, such as 'core.*=write'; may be \
        repeated.
        """)
    var types: [String] = []

    @Option(
      name: .customLong("edge"),
      help: "The same for edges of a type, such as '*=write'; may be repeated.")
    var edges: [String] = []

    @Option(
      name: .customLong("extension"),
      help: "The same for extensions of a namespace, such as 'app.*=write'; may be repeated.")
    var extensions: [String] = []

    @Option(
      name: .customLong("metadata"),
      help: "The same for types and profile, such as 'types=write'; may be repeated.")
    var metadata: [String] = []

    @Option(
      name: .customLong("document"),
      help: "The same for documents that belong to no item; may be repeated.")
    var documents: [String] = []

    @Option(help: "From when the key is refused, such as 2027-01-01 (default: never).")
    var expires: String?

    func run() async throws {
      guard let role = KeyRole(rawValue: role) else {
        throw ValidationError("--role must be admin, tenant_admin or member.")
      }
      let limits = [
        ("--type", types), ("--edge", edges), ("--extension", extensions),
        ("--metadata", metadata), ("--document", documents),
      ]
      if role == .admin, let (option, _) = limits.first(where: { !$0.1.isEmpty }) {
        throw ValidationError(
          "\(option) limits a key, but the role admin may do everything; "
            + "add --role member or remove \(option).")
      }
      let tools = try ServerTools(try options.settings(), isMade: true)
      let created = try await tools.keys.create(
        CreateKeyBody(
          label: label, source: source ?? label, role: role,
          typePermissions: try Self.permissions(types, "--type"),
          extensionPermissions: try Self.permissions(extensions, "--extension"),
          edgePermissions: try Self.permissions(edges, "--edge"),
          metadataPermissions: try Self.permissions(metadata, "--metadata"),
          documentPermissions: try Self.permissions(documents, "--document"),
          expiresAt: expires))
      try await tools.close()
      print(created.key)
    }

    private static func permissions(
      _ words: [String], _ option: String
    ) throws -> [String: PermissionLevel] {
      var map: [String: PermissionLevel] = [:]
      for word in words {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let level = PermissionLevel(rawValue: String(parts[1])) else {
          throw ValidationError(
            "\(option) must be PATTERN=read, PATTERN=write or PATTERN=none, not \(word).")
        }
        guard map.updateValue(level, forKey: String(parts[0])) == nil else {
          throw ValidationError("\(option) names \(parts[0]) twice.")
        }
      }
      return map
    }
  }

  /// Lists keys without their secrets.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List keys, without their secrets.")

    @OptionGroup var options: ServerOptions

    func run() async throws {
      let tools = try ServerTools(try options.settings())
      let keys = try await tools.keys.all()
      try await tools.close()
      for key in keys {
        print("\(key.id)  \(key.role.rawValue)  \(key.lastUsedAt ?? "never used")  \(key.label)")
      }
    }
  }

  /// Revokes a key.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Revoke a key permanently.")

    @OptionGroup var options: ServerOptions

    @Argument(help: "The key's id, as `keys list` shows it.")
    var id: String

    func run() async throws {
      let tools = try ServerTools(try options.settings())
      try await tools.keys.revoke(id: id)
      try await tools.close()
    }
  }
}
