import MarfaSDK
import NoteFiles

/// Looks at the way to the server, which is not asked.
struct ServerHealth {
  /// The settings and the key.
  let server: ServerSession
  /// The notes; nil when there are none, or when they cannot be opened.
  let store: LocalStore?

  /// The server's address, whether there is a key that nobody else can read, and the clock.
  func checks() async -> [HealthCheck] { await access() + clock() }

  /// This machine's clock, as the server's last answer showed it.
  private func clock() async -> [HealthCheck] {
    // What is wrong with the database is said by the check of it.
    guard let skew = try? await store?.clockSkew() else { return [] }
    return [
      HealthCheck(
        "clock", .warning, skew.words,
        advice: "Notes show wrong times; set the clock of this machine or of the server.")
    ]
  }

  private func access() async -> [HealthCheck] {
    guard let url = server.settings.url else {
      return [HealthCheck("server", .good, "none; the notes are on this machine alone")]
    }
    do {
      _ = try server.connection()
      if try await server.credentials.hasKey(for: server.settings) {
        return [HealthCheck("server", .good, url)]
      }
      return [
        HealthCheck(
          "server", .warning, "\(url), signed out", advice: "`marfa login` signs in.")
      ]
    } catch {
      let words = CommandFailure(error).message ?? "The server cannot be used."
      return [HealthCheck("server", .bad, url, advice: words)]
    }
  }
}
