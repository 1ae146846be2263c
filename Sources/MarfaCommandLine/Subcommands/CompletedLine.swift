import ArgumentParser
import MarfaSDK
import Settings

/// The words of a command line before the one that a shell completes.
struct CompletedLine {
  /// The words without options, after the command's name.
  private let words: [String]

  /// Reads the words as a shell has them, quotes and backslashes included.
  ///
  /// - Parameters:
  ///   - words: The words, the program's name among them.
  ///   - commands: The names that the command may be called by, such as `get`.
  init(_ words: [String], after commands: Set<String>) {
    let start = words.firstIndex { commands.contains($0) }.map { $0 + 1 } ?? words.endIndex
    self.words = words[start...].filter { !$0.hasPrefix("-") }.map(Self.unquoted)
  }

  /// The values of the option that is named first; none for one that takes any text.
  ///
  /// - Parameter themes: The names of the themes.
  /// - Returns: The values in their order.
  func values(themes: [String]) -> [String] {
    guard let name = words.first, let option = ConfigurationOption.named(name) else { return [] }
    return switch option.kind {
    case .boolean: ["true", "false"]
    case .choice(let words): words
    case .theme: themes
    case .integer, .text, .checkedText, .searches: []
    }
  }

  /// The attachments of the note that is named first.
  ///
  /// - Parameter session: Where the notes are.
  /// - Returns: Their names, or the start of the hash of one without a name; none for no such note.
  /// - Throws: `StorageError`.
  func attachments(_ session: CommandSession) async throws -> [String] {
    guard let name = words.first, session.hasNotes else { return [] }
    let client = try await session.openNotesToRead()
    // What is no note yet has nothing to complete.
    guard let id = try? await client.store.resolve(name, as: [.titles, .beginnings]) else {
      return []
    }
    return try await client.attachments.list(id).map {
      $0.attachment.title ?? String($0.attachment.blobRef.prefix("sha256:".count + 8))
    }
  }

  /// The commands that may follow the words, which are commands in each other; none after one that
  /// has no others.
  var commands: [Candidates.Candidate] {
    var commands = MarfaCommand.configuration.subcommands
    for word in words {
      commands =
        commands.first { $0.configuration.answers(to: word) }?.configuration.subcommands ?? []
    }
    return commands.map { $0.configuration }.filter(\.shouldDisplay).flatMap { command in
      ([command.commandName].compactMap(\.self) + command.aliases)
        .map { Candidates.Candidate(word: $0, meaning: command.abstract) }
    }
  }

  private static func unquoted(_ word: String) -> String {
    var result = ""
    var isEscaped = false
    for character in word {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped || (character != "'" && character != "\"") { result.append(character) }
      isEscaped = false
    }
    return result
  }
}
