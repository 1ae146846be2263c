/// An element with all its parts, as an operation carries it; it has no identity yet.
indirect enum ElementValue: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var key: String
    var value: ElementValue
  }

  struct TextRun: Hashable, Sendable {
    var content: String
    var attributes: [String: String]
  }

  /// Objects and arrays in one another, at most.
  static let maximumDepth = 100

  case primitive(Primitive)
  case counter(CounterValue)
  case text([TextRun])
  /// Members by ascending key.
  case object([Member])
  case array([ElementValue])

  /// The number of tickets that the parts need besides the element's own: one for each part, and
  /// one for each run of text.
  var partCount: Int {
    switch self {
    case .primitive, .counter: 0
    case .text(let runs): runs.count
    case .object(let members): members.reduce(0) { $0 + 1 + $1.value.partCount }
    case .array(let values): values.reduce(0) { $0 + 1 + $1.partCount }
    }
  }

  /// What the element counts in bytes, without its parts: at least a 64th of the memory that it
  /// takes in a replica, however few bytes it is written in.
  var ownWeight: Int {
    switch self {
    case .primitive, .counter: 10
    case .object: 16
    case .array: 30
    case .text: 48
    }
  }

  /// What the element counts in bytes, with its parts.
  var weight: Int {
    switch self {
    case .primitive, .counter, .text: ownWeight
    case .object(let members): members.reduce(ownWeight) { $0 + $1.value.weight }
    case .array(let values): values.reduce(ownWeight) { $0 + $1.weight }
    }
  }

  /// Levels of objects and arrays, 1 for a value without parts.
  var depth: Int {
    switch self {
    case .primitive, .counter, .text: 1
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    }
  }
}

extension DocumentsError {
  /// What was assigned would be nested deeper than documents are read.
  static var tooDeep: DocumentsError {
    DocumentsError(
      code: .tooDeep, detail: "elements are nested at most \(ElementValue.maximumDepth) deep")
  }
}
