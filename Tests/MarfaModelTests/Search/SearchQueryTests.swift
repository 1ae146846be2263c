import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchQueryTests {
  private let now = Timestamp(iso8601: "2026-11-21T12:00:00Z") ?? Timestamp(milliseconds: 0)

  private func parse(_ text: String) -> SearchQuery {
    SearchQuery(parsing: text, now: now)
  }

  private func word(_ text: String) -> SearchExpression { .term(.text(text, .word, in: .any)) }

  @Test func `all words must match, OR means either, minus excludes`() {
    #expect(parse("a b").expression == .and([word("a"), word("b")]))
    #expect(parse("a b OR c").expression == .or([.and([word("a"), word("b")]), word("c")]))
    #expect(parse("a | b|c").expression == .or([word("a"), word("b"), word("c")]))
    #expect(parse("a -b").expression == .and([word("a"), .not(word("b"))]))
    #expect(
      parse("a (b OR -c)").expression == .and([word("a"), .or([word("b"), .not(word("c"))])]))
    #expect(parse("a AND NOT b").expression == parse("a -b").expression)
    #expect(parse("  ").expression == nil)
    #expect(parse("well-known a-b").expression == .and([word("well-known"), word("a-b")]))
  }

  @Test(
    arguments: [
      ("\"a phrase\"", .text("a phrase", .phrase, in: .any)),
      ("word*", .text("word", .prefix, in: .any)), ("^start", .text("start", .start, in: .any)),
      ("^\"two words\"", .text("two words", .start, in: .any)),
      ("=Exact(", .text("Exact", .exact, in: .any)),
      ("/a.*b/i", .text("a.*b", .pattern(ignoringCase: true), in: .any)),
      ("/a b/", .text("a b", .pattern(ignoringCase: false), in: .any)),
      ("title:word", .text("word", .word, in: .title)),
      ("title:\"two words\"", .text("two words", .phrase, in: .title)),
      ("body:wor*", .text("wor", .prefix, in: .body)), ("tag:Big", .tag("big")),
      ("#big/small", .tag("big/small")), ("notebook:\"My Book\"", .notebook("My Book")),
      ("in:Inbox", .notebook("Inbox")), ("is:pinned", .state(.pinned)),
      ("has:attachment", .has(.attachment)), ("link:Home", .link(.either, "Home")),
      ("to:Home", .link(.outgoing, "Home")), ("from:Home", .link(.incoming, "Home")),
      ("by:me", .author("me")), ("type:note", .type("core.note")),
      ("type:app.a.b", .type("app.a.b")), ("size:>1M", .size(.atLeast, 1_000_000)),
      ("size:<1.5kB", .size(.atMost, 1500)), ("@inbox", .saved("inbox")),
      ("https://example.org/a", .text("https://example.org/a", .phrase, in: .any)),
    ] as [(String, SearchTerm)])
  func `each form has its meaning`(text: String, term: SearchTerm) {
    let expression = parse(text).expression
    let first: SearchExpression? =
      if case .and(let parts) = expression { parts.first } else { expression }

    #expect(first == .term(term))
  }

  @Test(
    arguments: [
      ("\"open", .unclosedQuote), ("(a", .unbalancedParenthesis), ("a)", .unbalancedParenthesis),
      ("a OR", .danglingOperator), ("| a", .danglingOperator), ("color:red", .unknownField),
      ("is:purple", .unknownValue(known: SearchTerm.State.allCases.map(\.rawValue))),
      ("edited:sometime", .invalidDate), ("size:big", .invalidSize), ("/[/", .invalidPattern),
      ("tag:", .unknownValue(known: [])),
    ] as [(String, SearchHint.Kind)])
  func `a part that is not understood is literal, with a hint`(text: String, kind: SearchHint.Kind)
  {
    let query = parse(text)

    #expect(query.hints.map(\.kind) == [kind])
    #expect(query.expression != nil)
  }

  @Test(arguments: ["NOT", "(", ")", "OR", "AND", "NOT NOT", "( NOT )"])
  func `a sign that only joins or encloses is left out, with a hint`(text: String) {
    let alone = parse(text)
    let beside = parse("a " + text)

    #expect(alone.expression == nil)
    #expect(!alone.hints.isEmpty)
    #expect(beside.expression == word("a"))
    #expect(!beside.hints.isEmpty)
  }

  @Test(
    arguments: [
      ("today", "2026-11-21", "2026-11-22"), ("yesterday", "2026-11-20", "2026-11-21"),
      ("tomorrow", "2026-11-22", "2026-11-23"), ("last week", "2026-11-09", "2026-11-16"),
      ("this-week", "2026-11-16", "2026-11-23"), ("last month", "2026-10-01", "2026-11-01"),
      ("last_year", "2025-01-01", "2026-01-01"), ("2026", "2026-01-01", "2027-01-01"),
      ("2026-11", "2026-11-01", "2026-12-01"), ("2026-11-05", "2026-11-05", "2026-11-06"),
      ("monday", "2026-11-16", "2026-11-17"), ("sat", "2026-11-21", "2026-11-22"),
      ("-3d", "2026-11-18", nil), ("-1w", "2026-11-14", nil), ("-9m", "2026-02-21", nil),
      ("-1y", "2025-11-21", nil), ("-2h", "2026-11-21T10:00:00Z", nil),
      ("<2026-11", nil, "2026-11-01"), ("<=2026-11", nil, "2026-12-01"),
      (">2026-10", "2026-11-01", nil), (">=2026-10", "2026-10-01", nil),
      ("2026-01..2026-03", "2026-01-01", "2026-04-01"), ("..2025", nil, "2026-01-01"),
    ] as [(String, String?, String?)])
  func `dates are read as people say them`(text: String, start: String?, end: String?) throws {
    let range = try #require(SearchDates(now: now).range(text))

    #expect(range.start == start.flatMap { Timestamp(iso8601: $0) })
    #expect(range.end == end.flatMap { Timestamp(iso8601: $0) })
  }

  @Test(arguments: ["", "2026-13", "26", "-d", "..", "someday", "last", "2026-02-30", "-3x"])
  func `a text that is not a date gives nil`(text: String) {
    #expect(SearchDates(now: now).range(text) == nil)
  }

  @Test func `a day is the person's day`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 13 * 3600))

    let range = SearchDates(now: now, timeZone: zone).range("today")

    #expect(range?.start == Timestamp(iso8601: "2026-11-21T11:00:00Z"))
    #expect(range?.end == Timestamp(iso8601: "2026-11-22T11:00:00Z"))
  }

  @Test func `two words of a date need no quotes`() {
    guard case .and(let parts) = parse("edited:last week milk").expression,
      case .term(.time(.edited, let range)) = parts[0]
    else {
      Issue.record("the date was not read")
      return
    }

    #expect(range.start == Timestamp(iso8601: "2026-11-09"))
    #expect(parts[1] == word("milk"))
  }

  @Test func `before ends where the date starts and after starts where it ends`() {
    let before = SearchTimeRange(
      start: nil, end: Timestamp(iso8601: "2026-11-01"), text: "<2026-11")
    let after = SearchTimeRange(start: Timestamp(iso8601: "2026-12-01"), end: nil, text: ">2026-11")

    #expect(parse("before:2026-11").expression == .term(.time(.on, before)))
    #expect(parse("after:2026-11").expression == .term(.time(.on, after)))
    #expect(before.contains(Timestamp(milliseconds: 0)))
    #expect(!after.contains(now))
  }

  @Test func `the last word is a prefix only while it is being typed`() {
    func typed(_ text: String) -> SearchExpression? {
      SearchQuery(parsing: text, now: now, lastWord: .beingTyped).expression
    }

    #expect(typed("mil") == .term(.text("mil", .prefix, in: .any)))
    #expect(typed("a OR mil") == .or([word("a"), .term(.text("mil", .prefix, in: .any))]))
    #expect(typed("mil ") == word("mil"))
    #expect(typed("\"mil\"") == .term(.text("mil", .phrase, in: .any)))
  }

  @Test func `saved searches are put in, and circles stop`() {
    let saved = ["work": parse("tag:work @open"), "open": parse("-is:done"), "me": parse("@me")]

    let query = parse("milk @work").expanded(with: saved)

    #expect(query.expression == parse("milk tag:work -is:done").expression)
    #expect(parse("@none").expanded(with: saved).hints.map(\.kind) == [.unknownSavedSearch])
    #expect(parse("@me").expanded(with: saved).expression == parse("@me").expression)
    #expect(parse("a @work @open").savedNames == ["work", "open"])
  }

  @Test func `printing and reading again gives the same search`() {
    let pieces = [
      "a", "OR", "|", "AND", "NOT", "-", "(", ")", "\"a b\"", "\"", "tag:x", "tag:", "is:pinned",
      "is:", "edited:last week", "edited:-3d", "created:2026..", "/a+/i", "/[/", "=x", "^y", "w*",
      "@s", "#t", "#", "title:=x", "title:\"q r\"", "color:red", "http://x", "size:>1k", "\\", "*",
      "before:today", "é漢", "in:\"a b\"", "a:b:c", "^\"a b\"",
    ]
    var randomness = SeededRandomness(seed: 93)

    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<8, using: &randomness))
        .compactMap { _ in pieces.randomElement(using: &randomness) }.joined(separator: " ")
      let query = parse(text)

      let again = parse(query.description)

      #expect(again.expression == query.expression, "\(text) printed \(query.description)")
      #expect(again.hints.isEmpty, "\(query.description)")
    }
  }

  @Test func `deeply nested parentheses and minus signs are parsed`() {
    let deep = String(repeating: "(", count: 5000) + "a"
    let minus = String(repeating: "-", count: 5000) + "a"

    #expect(parse(deep).expression == word("a"))
    #expect(parse(minus).expression != nil)
  }
}
