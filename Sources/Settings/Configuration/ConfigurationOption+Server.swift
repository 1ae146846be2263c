extension ConfigurationOption {
  /// The options of the server, in the order of the schema.
  static let server: [ConfigurationOption] = [
    .optionalText(
      "server.url", \.server.url, "The server's address; `marfa login` sets it.",
      kind: .checkedText(ServerURL.problem)),
    .optionalText(
      "server.ca_file", \.server.certificateFile,
      "A file of PEM certificates to trust in place of the system's."),
    .optionalText(
      "server.pin", \.server.pin,
      "The server's public key as sha256/… and base64; then that key alone is trusted.",
      kind: .checkedText(ServerPin.problem)),
    .boolean(
      "server.allow_cleartext", \.server.allowsCleartext,
      "Allow http:// beyond this machine, where others can read the notes and the key."),
    .optionalText(
      "server.device", \.server.device, "What your other devices call this one."),
    .choice(
      "server.conflicts", \.server.conflicts,
      "Ask about a place of a note that was changed twice, or keep a copy, also while it is open."),
    .optionalText(
      "server.token_command", \.server.tokenCommand,
      "A command that prints the key, such as `pass marfa`."),
    .choice(
      "sync.mode", \.server.mode,
      "When notes are sent and fetched: auto is as they change, manual when you ask, paused never."),
    .integer(
      "sync.typing_ms", \.server.typingMilliseconds, 0...1_000,
      "How long what you type in a shared note waits for more before it is sent."),
    .integer(
      "sync.upload_limit_kb", \.server.uploadLimitKilobytes, 0...1_000_000,
      "Kilobytes of each file that are sent in a second; 0 sends as fast as it goes."),
  ]

  /// Names under `server` that people look for a credential by.
  private static let credentials: Set = [
    "token", "api_key", "apikey", "key", "password", "secret", "credential", "auth",
  ]

  /// What to say to somebody who writes a credential into the file, or nil.
  ///
  /// - Parameter name: The dotted name in the file.
  /// - Returns: What the line is to say.
  static func credentialProblem(_ name: String) -> String? {
    let parts = name.split(separator: ".")
    guard parts.count == 2, parts[0] == "server", credentials.contains(parts[1].lowercased())
    else { return nil }
    return "'\(name)' is ignored: a key does not belong in this file; remove it, run `marfa login` "
      + "or set server.token_command"
  }
}

extension Configuration {
  /// What is wrong with options that are right by themselves, as whole sentences.
  var contradictions: [String] {
    guard server.isCleartext, !server.allowsCleartext else { return [] }
    return [
      "'server.url' is not encrypted and leads beyond this machine; use https:// or set "
        + "server.allow_cleartext"
    ]
  }
}
