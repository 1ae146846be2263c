import Foundation
import Testing

extension TmuxSession {
  /// A window of somebody who is signed in to a server.
  static func person(
    _ name: String, at url: String, _ key: String, columns: Int, rows: Int
  ) throws -> TmuxSession {
    let session = try TmuxSession()
    let file = session.folder.path + "/key"
    try session.folder.write(key, to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try session.command("login", "--server", url, "--token-file", file)
    try session.command("config", "set", "presence_name", name)
    try session.start(columns: columns, rows: rows)
    #expect(try session.shows("live · all on server"))
    return session
  }
}
