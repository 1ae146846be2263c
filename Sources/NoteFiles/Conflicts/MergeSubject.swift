import MarfaSDK

/// Two states that contradict each other: the places to decide about, and what the decisions make.
package struct MergeSubject: Hashable {
  /// One place.
  package struct Place: Hashable {
    /// The property that it is in.
    package let field: String
    /// Before both.
    package let base: String
    /// This side's.
    package let mine: String
    /// The other side's.
    package let theirs: String
    /// The same by words; empty where they are not compared.
    package let words: [ThreeWayMerge.WordHunk]
    /// Whether both can be taken, one after the other.
    package let isText: Bool
    /// Whether something else can be written in place of both.
    package var isWritable = true
  }

  /// A property of which both sides have another value.
  package struct Field: Hashable {
    /// The name.
    package let name: String
    /// The value before both, this side's and the other's.
    package let base, mine, theirs: JSONValue
    /// The merge of both; nil for a value that is taken as a whole.
    package let merge: ThreeWayMerge?
    /// Where the value is no text of the person's: what happened on each side and what its choice
    /// does.
    package var account: Account?

    /// A property that a person decides about.
    package init(
      name: String, base: JSONValue, mine: JSONValue, theirs: JSONValue, merge: ThreeWayMerge?,
      account: Account? = nil
    ) {
      (self.name, self.base, self.mine, self.theirs) = (name, base, mine, theirs)
      (self.merge, self.account) = (merge, account)
    }
  }

  /// What a person reads in place of values.
  package struct Account: Hashable {
    /// This side and the other one.
    package let mine, theirs: String
    /// What either choice comes to.
    package let results: [JSONValue: String]

    /// What is read in place of two values.
    package init(mine: String, theirs: String, results: [JSONValue: String]) {
      (self.mine, self.theirs, self.results) = (mine, theirs, results)
    }
  }

  /// What the states are of; empty where the person knows.
  package let title: String
  /// Who and when: this side, and the other.
  package let mineLabel, theirsLabel: String
  private let fields: [Field]
  /// The places, property by property.
  package let places: [Place]

  /// The states of a text that an editor wrote while its note was changed.
  package init(_ merge: ThreeWayMerge) {
    self.init(
      title: "", mineLabel: "mine (from your editor)", theirsLabel: "theirs (in the note now)",
      fields: [Field(name: "body", base: "", mine: "", theirs: "", merge: merge)])
  }

  /// The states of some properties.
  package init(title: String, mineLabel: String, theirsLabel: String, fields: [Field]) {
    (self.title, self.mineLabel, self.theirsLabel) = (title, mineLabel, theirsLabel)
    self.fields = fields
    places = fields.flatMap(\.places)
  }

  /// For each place the index of the same one in another subject; nil for one that is not there.
  package func indices(in other: MergeSubject) -> [Int?] {
    var free = Array(other.places.indices)
    return places.map { place in
      guard let match = free.firstIndex(where: { other.places[$0] == place }) else { return nil }
      return free.remove(at: match)
    }
  }

  /// The properties that decisions lead to; a place without one has mine.
  package func properties(_ choices: [MergeDecision.Choice?]) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    var rest = choices[...]
    for field in fields {
      let own = rest.prefix(field.places.count)
      rest = rest.dropFirst(own.count)
      values[field.name] = field.value(Array(own))
    }
    return values
  }

  /// The properties that the same decision about all places leads to: what only one side changed is
  /// as that side has it.
  package func taking(_ choice: MergeDecision.Choice) -> [String: JSONValue] {
    properties(places.map { _ in choice })
  }

  /// The text that a place is in, with the decisions, and where in its bytes the place begins; for
  /// a value the value alone.
  package func result(at place: Int, _ choices: [MergeDecision.Choice?]) -> (
    text: String, offset: Int
  ) {
    var first = 0
    for field in fields {
      let count = field.places.count
      defer { first += count }
      guard place < first + count else { continue }
      let own = Array(choices[first..<first + count])
      guard let merge = field.merge else {
        let value = field.value(own)
        return (field.account?.results[value] ?? value.display, 0)
      }
      return (field.text(own), merge.offset(of: place - first, own))
    }
    return ("", 0)
  }
}

extension MergeSubject.Field {
  /// The places of the property to decide about.
  var places: [MergeSubject.Place] {
    if let account {
      return [
        MergeSubject.Place(
          field: name, base: base.display, mine: account.mine, theirs: account.theirs, words: [],
          isText: false, isWritable: false)
      ]
    }
    guard let merge else {
      return [
        MergeSubject.Place(
          field: name, base: base.display, mine: mine.display, theirs: theirs.display, words: [],
          isText: false)
      ]
    }
    return merge.conflicts.map {
      MergeSubject.Place(
        field: name, base: $0.base, mine: $0.mine, theirs: $0.theirs, words: $0.words,
        isText: true)
    }
  }

  fileprivate func value(_ choices: [MergeDecision.Choice?]) -> JSONValue {
    guard merge == nil else { return .string(text(choices)) }
    return switch choices.first ?? nil {
    case .theirs?: theirs
    case .own(let text)?: .string(text)
    case .mine?, .both?, nil: mine
    }
  }

  fileprivate func text(_ choices: [MergeDecision.Choice?]) -> String {
    var index = -1
    return merge?.text { conflict in
      index += 1
      return conflict.text(choices[index])
    } ?? ""
  }
}

extension ThreeWayMerge {
  /// Where in the resolved text a conflict begins, in bytes.
  fileprivate func offset(of place: Int, _ choices: [MergeDecision.Choice?]) -> Int {
    var (index, before) = (0, 0)
    for hunk in hunks {
      switch hunk {
      case .unchanged(let text), .changed(let text, _): before += text.utf8.count
      case .conflict(let conflict):
        guard index < place else { return before }
        before += conflict.text(choices[index]).utf8.count
        index += 1
      }
    }
    return before
  }
}

extension ThreeWayMerge.Conflict {
  fileprivate func text(_ choice: MergeDecision.Choice?) -> String {
    switch choice {
    case .theirs?: theirs
    // The end of a text may be no end of a line.
    case .both?: mine.isEmpty || mine.hasSuffix("\n") ? mine + theirs : mine + "\n" + theirs
    case .own(let text)?: text
    case .mine?, nil: mine
    }
  }
}

extension JSONValue {
  /// The value as a person reads it.
  fileprivate var display: String {
    switch self {
    case .string(let text): text
    case .null: "nothing"
    default: JSONWriter.string(of: self)
    }
  }
}
