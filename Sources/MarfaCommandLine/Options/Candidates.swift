import ArgumentParser
import MarfaSDK
import TerminalUI

/// What a shell can complete from the notes.
enum Candidates: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// A note that is not in the trash.
  case note
  /// A note or a notebook in the trash.
  case trashed
  case tag
  case notebook
  /// A profile; the notes are not opened for it.
  case profile
  /// An option of the configuration.
  case option
  /// An action of the application.
  case action
  /// A theme.
  case theme
  /// A value of the option that is named before it.
  case value
  /// An attachment of the note that is named before it.
  case attachment
  /// A manual page.
  case manual
  /// A tag or a notebook in a query, after `tag:` or `in:`.
  case query
  /// A command, after those that it is one of.
  case command

  /// More are no help.
  private static let maximumCount = 1000

  /// A word that can be completed to, and what it means.
  struct Candidate: Hashable {
    var word: String
    var meaning: String
  }

  /// How bash asks for them; see `script(_:for:)`.
  var completion: CompletionKind { .shellCommand(request) }

  /// The command that bash runs for them.
  var request: String {
    let line =
      switch self {
      case .value, .attachment, .command: " " + Self.line(in: .bash)
      case .query: " " + Self.partedLine
      default: ""
      }
    return "marfa complete \(rawValue) \(Self.request(in: .bash))\(line) 2>/dev/null"
  }

  /// The words up to the one that is typed, with it, in bash, which parts words at colons.
  private static let partedLine = #""${COMP_WORDS[@]:0:COMP_CWORD+1}""#

  /// The function of the fish script that gives the word that is typed.
  static let fishWord = "__marfa_word"

  /// A generated script, in which a shell asks in its own way.
  static func script(_ script: String, for shell: CompletionShellName) -> String {
    script.replacing(request(in: .bash), with: request(in: shell))
      .replacing(line(in: .bash), with: line(in: shell))
      .replacing(" " + partedLine, with: shell == .bash ? " " + partedLine : "")
  }

  /// The shell's name, and how it gives the word that is typed.
  private static func request(in shell: CompletionShellName) -> String {
    switch shell {
    case .bash: #"bash -- "${cur}""#
    case .zsh: #"zsh -- "${PREFIX}""#
    case .fish: "fish -- (\(fishWord))"
    }
  }

  /// How a shell gives the words of the line, up to the one that is typed.
  private static func line(in shell: CompletionShellName) -> String {
    switch shell {
    case .bash: #""${COMP_WORDS[@]:0:COMP_CWORD}""#
    case .zsh: #""${(@)words[1,CURRENT-1]}""#
    case .fish: "(commandline -opc)"
    }
  }

  /// Those that begin with a text.
  ///
  /// Notes are completed by their titles, and by their short ids when these are typed or the note
  /// has no title. What could act on a terminal is no candidate.
  ///
  /// - Parameters:
  ///   - start: What is typed.
  ///   - store: The notes.
  /// - Returns: The candidates, notes and tags in the order of their lists.
  /// - Throws: `StorageError`.
  func all(from start: String, in store: LocalStore) async throws -> [Candidate] {
    let all: [Candidate] =
      switch self {
      case .note:
        try await store.titles().filter { !$0.isNotebook }
          .flatMap { Self.note($0.id, $0.title, start) }
      case .trashed:
        try await store.summaries(ListFilters(state: .trashed, limit: Self.maximumCount)).data
          .flatMap { Self.note($0.id, $0.title, start) }
          + store.trashedNotebooks().map {
            Candidate(word: String($0.path.dropFirst()), meaning: ShortId.text(of: $0.id))
          }
      case .tag:
        try await store.tags().map { Candidate(word: $0.tag, meaning: "\($0.count)") }
      case .notebook:
        try await store.notebooks().paths.map {
          // A path from the top is one that is typed so.
          Candidate(word: String($0.path.dropFirst(start.hasPrefix("/") ? 0 : 1)), meaning: "")
        }
      case .profile, .option, .action, .theme, .value, .attachment, .manual, .query, .command: []
      }
    return Self.matching(start, all)
  }

  /// Those that begin with a text and can stand on a command line.
  static func matching(_ start: String, _ all: [Candidate]) -> [Candidate] {
    let found = all.lazy.filter { $0.word.lowercased().hasPrefix(start.lowercased()) }
      // A word with a dash before it would be an option.
      .filter { !$0.word.isEmpty && !$0.word.hasPrefix("-") && !TextWidth.hasUnsafe($0.word) }
    return Array(found.prefix(Self.maximumCount))
  }

  private static func note(_ id: String, _ title: String, _ start: String) -> [Candidate] {
    let short = ShortId.text(of: id)
    let named = Candidate(word: short, meaning: TextWidth.visible(title))
    if title.isEmpty { return [named, Candidate(word: id, meaning: "")] }
    let whole = Candidate(word: title, meaning: short)
    guard !start.isEmpty else { return [whole] }
    return [whole, named, Candidate(word: id, meaning: TextWidth.visible(title))]
  }
}

extension Candidates.Candidate {
  /// Whether a shell can be given the word.
  ///
  /// Bash puts a word into the line without quoting what would expand there: a title with a command
  /// in it would run it. Titles come from anywhere; the note has its id.
  func isSafe(in shell: CompletionShellName) -> Bool {
    shell != .bash
      || word.allSatisfy { $0.isLetter || $0.isNumber || " -_.,:;/+@%=()&#".contains($0) }
  }

  /// The line that a shell reads.
  func line(for shell: CompletionShellName) -> String {
    switch shell {
    case .bash:
      // `compgen -W` expands what it is given: no title may run a command.
      String(word.flatMap { $0.isLetter || $0.isNumber ? [$0] : ["\\", $0] })
    case .zsh:
      Self.escaped(word) + (meaning.isEmpty ? "" : ":" + meaning)
    case .fish:
      word + (meaning.isEmpty ? "" : "\t" + meaning)
    }
  }

  /// A colon ends the word for `_describe`.
  private static func escaped(_ word: String) -> String {
    word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
  }
}
