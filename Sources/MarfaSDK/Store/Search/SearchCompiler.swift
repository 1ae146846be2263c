import Foundation
import GRDB

/// Turns a search into a full-text pattern and conditions on `item`.
struct SearchCompiler {
  /// What of the search the word index answers, and ranks; nil when there is nothing.
  private(set) var pattern: String?
  /// The rest, as one condition.
  private(set) var condition = "1"
  private(set) var arguments: StatementArguments = []
  /// Functions that the condition needs, made for this search.
  private(set) var functions: [DatabaseFunction] = []
  /// Whether the search itself names the trash.
  private(set) var mentionsTrash = false
  /// The columns of `item` of which a change can alter what is found, or how it is ranked.
  private(set) var columns = SearchColumns.always

  let db: Database
  private let isSubstring: Bool

  /// Compiles a search; as a substring search, words are looked for anywhere in the text.
  init(_ expression: SearchExpression?, in db: Database, isSubstring: Bool = false) throws {
    self.db = db
    self.isSubstring = isSubstring
    guard let expression else { return }
    expression.forEachTerm { term in
      if term == .state(.trashed) { mentionsTrash = true }
      if term.readsSyncFlags { columns.insert("sync_flags") }
    }
    let parts = if case .and(let parts) = expression { parts } else { [expression] }
    var rest: [SearchExpression] = []
    var words: [SearchExpression] = []
    for part in parts {
      let positive = if case .not(let inner) = part { inner } else { part }
      if !isSubstring, WordPattern.pattern(of: positive) != nil {
        words.append(part)
      } else {
        rest.append(part)
      }
    }
    pattern = WordPattern.pattern(of: .and(words))
    // Words that only exclude have nothing to be on in the index.
    if pattern == nil { rest += words }
    let conditions = try rest.map { try compile($0) }
    if !conditions.isEmpty { condition = conditions.joined(separator: " AND ") }
  }

  mutating func bind(_ value: any DatabaseValueConvertible) -> String {
    arguments += [value]
    return "?"
  }

  private mutating func compile(_ expression: SearchExpression) throws -> String {
    switch expression {
    case .term(let term): return try compile(term)
    case .not(let inner): return "NOT " + (try compile(inner))
    case .and(let parts):
      return "(" + (try parts.map { try compile($0) }.joined(separator: " AND ")) + ")"
    case .or(let parts):
      return "(" + (try parts.map { try compile($0) }.joined(separator: " OR ")) + ")"
    }
  }

  private mutating func compile(_ term: SearchTerm) throws -> String {
    switch term {
    case .text(let text, let match, let field): return self.text(text, match, field)
    case .tag(let tag):
      return """
        item.key IN (SELECT item FROM item_tag WHERE tag IN (SELECT key FROM tag
          WHERE name = \(bind(tag)) OR (name > \(bind(tag + "/")) AND name < \(bind(tag + "0")))))
        """
    case .notebook(let name):
      return try "COALESCE(item.notebook IN (\(notebooks(named: name))), 0)"
    case .state(let state): return SearchConditions.condition(of: state)
    case .has(let content): return SearchConditions.condition(of: content)
    case .link(let direction, let name): return link(direction, name)
    case .time(let field, let range): return time(field, range)
    case .author(let name):
      return "(\(bind(TextFold.fold(name))) IN (marfa_fold(item.source), marfa_fold(item.device)))"
    case .type(let type):
      let types = try StoredTypes.registry(in: db).withSubtypes(of: type)
      return "item.type IN (\(types.map { bind($0) }.joined(separator: ", ")))"
    case .size(let comparison, let size):
      let sign = comparison == .atLeast ? ">=" : "<="
      return """
        (SELECT length(CAST(body AS BLOB)) FROM item_text WHERE item_text.item = item.key)
          \(sign) \(bind(size))
        """
    case .saved(let name): return text("@" + name, .phrase, .any)
    }
  }

  // MARK: - Text

  private mutating func text(
    _ text: String, _ match: SearchTerm.Match, _ field: SearchTerm.Field
  ) -> String {
    switch match {
    case .prefix where WordPattern.isLetter(text):
      return initial(text)
    case .word, .prefix, .phrase:
      let term = SearchExpression.term(.text(text, match, in: field))
      if !isSubstring, let pattern = WordPattern.pattern(of: term) {
        return "item.key IN (SELECT rowid FROM item_fts WHERE item_fts MATCH \(bind(pattern)))"
      }
      return substring(text, field)
    case .exact:
      return candidates(text) { compiler in
        let parts = compiler.columns(field).map { "instr(\($0), \(compiler.bind(text))) > 0" }
        return "(\(parts.joined(separator: " OR ")))"
      }
    case .start:
      let folded = TextFold.fold(text)
      let parts = columns(field, startable: true)
        .map { "marfa_starts(\($0), \(bind(folded)))" }
      return inText("(\(parts.joined(separator: " OR ")))")
    case .pattern(let ignoringCase): return regularExpression(text, ignoringCase, field)
    }
  }

  /// A title with a word that starts with one letter, which is all that is typed yet; see
  /// `TitleInitials`.
  private mutating func initial(_ letter: String) -> String {
    let folded = TextFold.fold(letter)
    guard let (bit, isOwn) = TitleInitials.bit(ofLetter: folded) else { return "0" }
    let proposed = "(item.initials & \(bit)) <> 0"
    if isOwn { return proposed }
    return "(\(proposed) AND marfa_has_word(item.title_sort, \(bind(folded))))"
  }

  private mutating func substring(_ text: String, _ field: SearchTerm.Field) -> String {
    let folded = TextFold.fold(text)
    return candidates(text) { compiler in
      let parts = compiler.columns(field)
        .map { "marfa_contains(\($0), \(compiler.bind(folded)))" }
      return "(\(parts.joined(separator: " OR ")))"
    }
  }

  /// A check of the text of those items that the index of pieces proposes, and of those that it
  /// does not know yet.
  private mutating func candidates(
    _ text: String, _ check: (inout SearchCompiler) -> String
  ) -> String {
    let saved = arguments
    arguments = []
    let condition = check(&self)
    let checkArguments = arguments
    arguments = saved
    guard let pieces = PieceIndex.pattern(for: text) else {
      arguments += checkArguments
      return inText(condition)
    }
    let proposed = """
      item.key IN (SELECT rowid FROM item_trigram WHERE item_trigram MATCH \(bind(pieces))
        UNION ALL SELECT item FROM trigram_stale UNION ALL SELECT item FROM word_stale)
      """
    arguments += checkArguments
    return "(\(proposed) AND \(inText(condition)))"
  }

  private func inText(_ condition: String) -> String {
    """
    EXISTS (SELECT 1 FROM item_text WHERE item_text.item = item.key AND \(condition))
    """
  }

  private func columns(_ field: SearchTerm.Field, startable: Bool = false) -> [String] {
    switch field {
    case .title: ["item.title"]
    case .body: ["item_text.body"]
    case .any where startable: ["item.title", "item_text.body"]
    case .any:
      ["item.title", "item_text.body", "item_text.notes", "item_text.other", "item.tags"]
    }
  }

  /// A regular expression as searches mean it: `^` and `$` mean the ends of lines.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - ignoringCase: Whether `a` also means `A`.
  /// - Returns: The expression.
  /// - Throws: The engine's error for what it cannot read.
  static func expression(_ source: String, ignoringCase: Bool) throws -> NSRegularExpression {
    var options: NSRegularExpression.Options = [.anchorsMatchLines]
    if ignoringCase { options.insert(.caseInsensitive) }
    return try NSRegularExpression(pattern: source, options: options)
  }

  private mutating func regularExpression(
    _ source: String, _ ignoringCase: Bool, _ field: SearchTerm.Field
  ) -> String {
    // What this engine does not read is looked for as it is.
    guard let expression = try? Self.expression(source, ignoringCase: ignoringCase) else {
      return substring(source, field)
    }
    let name = "marfa_pattern_\(functions.count)"
    functions.append(
      DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]) else { return false }
        let whole = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: whole) != nil
      })
    let parts = columns(field).map { "\(name)(\($0))" }
    return inText("(\(parts.joined(separator: " OR ")))")
  }

  // MARK: - Fields

  /// The keys of the items that a name, an alias or an id means.
  mutating func named(_ name: String) -> String {
    let folded = TextFold.fold(name)
    return """
      SELECT key FROM item WHERE title_sort = \(bind(folded)) AND state < 2
      UNION SELECT key FROM item WHERE id = \(bind(folded))
      UNION SELECT item FROM alias WHERE name = \(bind(folded))
      """
  }

  private mutating func link(_ direction: SearchTerm.LinkDirection, _ name: String) -> String {
    switch direction {
    case .outgoing:
      """
      item.key IN (SELECT source FROM edge WHERE type = 'references' AND target IN (\(named(name))))
      """
    case .incoming:
      """
      item.key IN (SELECT target FROM edge WHERE type = 'references' AND source IN (\(named(name))))
      """
    case .either: "(\(link(.outgoing, name)) OR \(link(.incoming, name)))"
    }
  }

  private mutating func time(_ field: SearchTerm.TimeField, _ range: SearchTimeRange) -> String {
    let column =
      switch field {
      case .on: "item.timestamp"
      case .edited: "item.edited_at"
      case .created: "item.created_at"
      }
    var parts: [String] = []
    if let start = range.start { parts.append("\(column) >= \(bind(start.milliseconds))") }
    if let end = range.end { parts.append("\(column) < \(bind(end.milliseconds))") }
    return parts.isEmpty ? "1" : "(\(parts.joined(separator: " AND ")))"
  }
}
