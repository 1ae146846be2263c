import MarfaSDK
import NoteFiles

/// Looks at the way to the server, which is not asked.
struct ServerHealth {
  /// The settings and the key.
  let server: ServerSession

  /// The server's address, and whether there is a key that nobody else can read.
  func checks() async -> [HealthCheck] {
    guard let url = server.settings.url else {
      return [HealthCheck("server", .good, "none; the notes are on this machine alone")]
    }
    do {
      if try await server.credentials.hasKey(for: server.settings) {
        return [HealthCheck("server", .good, url)]
      }
      return [
        HealthCheck(
          "server", .warning, "\(url), signed out", advice: "`marfa login` signs in.")
      ]
    } catch {
      let words = CommandFailure(error).message ?? "The key cannot be read."
      return [HealthCheck("server", .bad, url, advice: words)]
    }
  }
}
