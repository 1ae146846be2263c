import Foundation

/// Which server keeps a copy of the notes, and how it is reached; the credential is not among it.
package struct SyncSettings: Hashable, Sendable {
  /// The address, `https://` or `http://` with a host; nil for notes of this machine alone.
  package var url: String?
  /// A file of PEM certificates that are trusted in place of the system's.
  package var certificateFile: String?
  /// The server's public key, `sha256/` and base64; then that key alone is trusted.
  package var pin: String?
  /// Whether `http://` is used beyond this machine.
  package var allowsCleartext = false
  /// What other devices call this one; nil tells them nothing.
  package var device: String?
  /// What becomes of a note that was changed here and elsewhere in the same place.
  package var conflicts = Conflicts.ask
  /// When something is exchanged with the server.
  package var mode = Mode.auto
  /// How long what is typed in a note that others edit, too, waits for more before it is sent.
  package var typingMilliseconds = 20
  /// How many kilobytes of each file are sent in a second; 0 for as many as go.
  package var uploadLimitKilobytes = 0
  /// A command that prints the key; nil takes the one that `marfa login` stored.
  package var tokenCommand: String?

  /// What becomes of a note that was changed here and elsewhere in the same place.
  package enum Conflicts: String, CaseIterable, Sendable {
    /// Both versions are kept, one of them in a note of its own with the tag `conflicted-copy`;
    /// also of a note that is open in an editor, because people who choose this want to be asked
    /// nothing. What was written in a note that another device moved to the trash is not in the
    /// trash.
    case copy
    /// It waits until a person decides.
    case ask
  }

  /// When something is exchanged with the server.
  package enum Mode: String, CaseIterable, Sendable {
    /// As it happens.
    case auto
    /// When the person asks for it, as on a line that is paid by what goes over it.
    case manual
    /// Not at all, until the setting says something else.
    case paused
  }

  /// The settings without a server.
  package init() {}

  /// Whether the address is `http://` and leads beyond this machine.
  package var isCleartext: Bool { url.map(ServerURL.isCleartext) ?? false }
}

/// What the address of a server must be.
package enum ServerURL {
  /// Why a text is no address of a server, as the rest of a sentence, or nil.
  ///
  /// - Parameter text: The address as typed.
  /// - Returns: The problem; never a part of the address, which may hold a password.
  package static func problem(with text: String) -> String? {
    // The host as it is written: the tables of international names cost a millisecond.
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme),
      parts.encodedHost?.isEmpty == false
    else { return "must look like https://notes.example.org" }
    if parts.user != nil || parts.password != nil {
      return "must not hold a user or a password; `marfa login` stores the key"
    }
    if parts.query != nil || parts.fragment != nil { return "must not hold ? or #" }
    return nil
  }

  /// The address as it is stored: without slashes at its end.
  package static func normalized(_ text: String) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// Whether others can read what is sent there: `http` to another machine.
  package static func isCleartext(_ text: String) -> Bool {
    guard URLComponents(string: text)?.scheme?.lowercased() == "http" else { return false }
    return !isLoopback(text)
  }

  /// Whether the address is one of this machine.
  package static func isLoopback(_ text: String) -> Bool {
    let name = URLComponents(string: text)?.encodedHost ?? ""
    let host = name.lowercased().trimmingCharacters(in: ["[", "]"])
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber })
  }
}

/// The fingerprint of a server's public key.
package enum ServerPin {
  /// Why a text is no fingerprint, as the rest of a sentence, or nil.
  package static func problem(with text: String) -> String? {
    let prefix = "sha256/"
    guard text.hasPrefix(prefix),
      Data(base64Encoded: String(text.dropFirst(prefix.count)))?.count == 32
    else { return "must be sha256/ and 44 characters of base64, as a refusal prints it" }
    return nil
  }
}
