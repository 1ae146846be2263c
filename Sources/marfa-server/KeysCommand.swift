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

    @Option(help: "From when the key is refused, such as 2027-01-01 (default: never).")
    var expires: String?

    func run() async throws {
      guard let role = KeyRole(rawValue: role) else {
        throw ValidationError("--role must be admin, tenant_admin or member.")
      }
      guard role != .admin || types.isEmpty else {
        throw ValidationError(
          "--type limits a key, but the role admin may do everything; "
            + "add --role member or remove --type.")
      }
      let tools = try ServerTools(try options.settings(), isMade: true)
      let created = try await tools.keys.create(
        CreateKeyBody(
          label: label, source: source ?? label, role: role,
          typePermissions: try Self.permissions(types), expiresAt: expires))
      try await tools.close()
      print(created.key)
    }

    private static func permissions(_ words: [String]) throws -> [String: PermissionLevel] {
      var map: [String: PermissionLevel] = [:]
      for word in words {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let level = PermissionLevel(rawValue: String(parts[1])) else {
          throw ValidationError(
            "--type must be PATTERN=read, PATTERN=write or PATTERN=none, not \(word).")
        }
        guard map.updateValue(level, forKey: String(parts[0])) == nil else {
          throw ValidationError("--type names \(parts[0]) twice.")
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
