/// Which keys run which command, in each context.
///
/// A value; building costs one visit for each binding, looking up one for each key.
package struct Keymap: Hashable, Sendable {
  /// What a key does.
  package enum Lookup: Hashable, Sendable {
    /// The keys run a command.
    case command(String)
    /// More keys must follow; the possible ones in order of their names.
    case pending([Continuation])
    /// The keys mean nothing here.
    case none
  }

  /// A key that may follow, for the box of possible next keys.
  package struct Continuation: Hashable, Sendable {
    /// The key.
    package var chord: KeyChord
    /// The command it runs, or nil when still more keys follow.
    package var command: String?

    package init(chord: KeyChord, command: String?) {
      self.chord = chord
      self.command = command
    }
  }

  /// A command with the keys that run it.
  package struct Binding: Hashable, Sendable {
    /// Where.
    package var context: KeyContext
    /// The keys.
    package var keys: ChordSequence
    /// The command's name.
    package var command: String

    package init(context: KeyContext, keys: ChordSequence, command: String) {
      self.context = context
      self.keys = keys
      self.command = command
    }
  }

  /// A step in making a keymap; later steps win.
  package enum Change: Hashable, Sendable {
    /// The keys run the command.
    case bind(Binding)
    /// The keys, and those that begin with them, mean nothing in the context.
    case unbind(KeyContext, ChordSequence)

    package var context: KeyContext {
      switch self {
      case .bind(let binding): binding.context
      case .unbind(let context, _): context
      }
    }
  }

  /// A trie's node; either it has a command or it has children.
  private struct Node: Hashable, Sendable {
    var command: String?
    var children: [KeyChord: Node] = [:]
  }

  /// The person's own commands, in their order.
  package var customCommands: [CustomCommand] = []
  private var roots: [KeyContext: Node] = [:]
  /// The keys of each command; made once, since every frame's key bar asks for them.
  private var keysByCommand: [KeyContext: [String: [ChordSequence]]] = [:]

  /// Of bindings that hide each other, the later stays.
  package init(_ bindings: [Binding]) {
    self.init(changes: bindings.map(Change.bind))
  }

  /// Applies changes one after the other; in each context those of `global` come first.
  package init(changes: [Change]) {
    let changes = Dictionary(grouping: changes, by: \.context)
    let global = changes[.global] ?? []
    // Made once and copied: at a start this is much of what is done before the first frame.
    var globalRoot = Node()
    for change in global { Self.apply(change, to: &globalRoot) }
    for context in KeyContext.allCases {
      let own = context == .global ? [] : changes[context] ?? []
      let inheritsGlobal = context == .global || context.inheritsGlobal
      var root = inheritsGlobal ? globalRoot : Node()
      for change in own { Self.apply(change, to: &root) }
      roots[context] = root
      keysByCommand[context] = Self.keys(of: own + (inheritsGlobal ? global : []), in: root)
    }
  }

  /// The keys that still run their command after all changes; the fewest, then shortest, then first
  /// written ones first.
  private static func keys(of changes: [Change], in root: Node) -> [String: [ChordSequence]] {
    var result: [String: [ChordSequence]] = [:]
    for case .bind(let binding) in changes {
      let node = binding.keys.chords.reduce(root as Node?) { $0?.children[$1] }
      guard node?.command == binding.command,
        result[binding.command]?.contains(binding.keys) != true
      else { continue }
      result[binding.command, default: []].append(binding.keys)
    }
    return result.mapValues { keys in
      guard keys.count > 1 else { return keys }
      let lengths = keys.map { ($0.chords.count, $0.description.count) }
      return keys.indices.sorted {
        (lengths[$0].0, lengths[$0].1, $0) < (lengths[$1].0, lengths[$1].1, $1)
      }.map { keys[$0] }
    }
  }

  /// Makes one more change as the last step of all, in a place other than `global`.
  ///
  /// `keys(for:in:)` still answers as before it.
  package mutating func apply(_ change: Change) {
    precondition(change.context != .global, "Global keys need a new keymap.")
    Self.apply(change, to: &roots[change.context, default: Node()])
  }

  private static func apply(_ change: Change, to root: inout Node) {
    switch change {
    case .bind(let binding): insert(binding.command, at: binding.keys.chords[...], in: &root)
    case .unbind(_, let keys): remove(keys.chords[...], from: &root)
    }
  }

  private static func insert(_ command: String, at keys: ArraySlice<KeyChord>, in node: inout Node)
  {
    guard let first = keys.first else {
      node = Node(command: command)
      return
    }
    node.command = nil
    insert(command, at: keys.dropFirst(), in: &node.children[first, default: Node()])
  }

  /// Removes what begins with the keys, and prefixes that lead nowhere after it.
  private static func remove(_ keys: ArraySlice<KeyChord>, from node: inout Node) {
    guard let first = keys.first, var child = node.children[first] else { return }
    if keys.count > 1 { remove(keys.dropFirst(), from: &child) }
    let isGone = keys.count == 1 || (child.children.isEmpty && child.command == nil)
    node.children[first] = isGone ? nil : child
  }

  // MARK: - Looking up

  /// What a key does after others.
  ///
  /// - Parameters:
  ///   - context: Where it was pressed.
  ///   - pending: The keys before it that were answered with `.pending`, in order.
  ///   - key: The key.
  /// - Returns: The command, the keys that may follow, or `.none`.
  package func lookup(_ context: KeyContext, pending: [KeyChord] = [], _ key: KeyChord) -> Lookup {
    var node = roots[context]
    for chord in pending + [key] { node = node?.children[chord] }
    guard let node else { return .none }
    if let command = node.command { return .command(command) }
    let continuations = node.children.map { Continuation(chord: $0, command: $1.command) }
    return .pending(continuations.sorted { Self.isBefore($0.chord, $1.chord) })
  }

  /// The bindings that work in a context, inherited ones included, in order of their keys.
  package func bindings(in context: KeyContext) -> [Binding] {
    var result: [Binding] = []
    var waiting: [([KeyChord], Node)] = roots[context].map { [([], $0)] } ?? []
    while let (keys, node) = waiting.popLast() {
      if let command = node.command, let sequence = ChordSequence(keys) {
        result.append(Binding(context: context, keys: sequence, command: command))
      }
      for (chord, child) in node.children { waiting.append((keys + [chord], child)) }
    }
    return result.map { (text: "\($0.keys)", binding: $0) }.sorted { $0.text < $1.text }.map(
      \.binding)
  }

  /// The bindings that a new one would make unreachable: prefixes of it, and those it is a prefix
  /// of, in order of their keys.
  package func bindings(hiddenBy keys: ChordSequence, in context: KeyContext) -> [Binding] {
    var node = roots[context]
    for (index, chord) in keys.chords.enumerated() {
      node = node?.children[chord]
      let isPrefix = index + 1 < keys.chords.count
      if isPrefix, let command = node?.command,
        let shorter = ChordSequence(Array(keys.chords[...index]))
      {
        return [Binding(context: context, keys: shorter, command: command)]
      }
    }
    guard let node, node.command == nil else { return [] }
    return bindings(in: context).filter { $0.keys.chords.starts(with: keys.chords) }
  }

  /// The keys that run a command in a context, shortest first; empty when there are none.
  ///
  /// Costs a look-up.
  package func keys(for command: String, in context: KeyContext) -> [ChordSequence] {
    keysByCommand[context]?[command] ?? []
  }

  /// Letters before signs before named keys.
  private static func isBefore(_ left: KeyChord, _ right: KeyChord) -> Bool {
    let (a, b) = ("\(left)", "\(right)")
    if a.count == 1 || b.count == 1, a.count != b.count { return a.count < b.count }
    let (lowerA, lowerB) = (a.lowercased(), b.lowercased())
    return lowerA == lowerB ? a > b : lowerA < lowerB
  }
}
