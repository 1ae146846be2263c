import MarfaModel
import MarfaSDK

/// Whether a person was asked before a move to the trash was sent against somebody's edit, or an
/// edit against somebody's move to the trash.
///
/// It knows what each person did and saw, and what the server had at each moment, and no rule of
/// the queue. What the server has had for a while must have been known to the device that sends;
/// what came in the last moments may be on its way to it.
struct TrashDecisions {
  /// How long the server must have had something until a device knows it, in milliseconds.
  static let grace: Int64 = 5_000

  private struct View {
    /// The words that the person saw when they moved the note to the trash; nil when their own
    /// text, which was not sent yet, hid those of others.
    var words: Set<String>?
    /// Whether the person saw the note in the trash when they edited it last.
    var edited = false
    /// Whether the person moved the note to the trash, and has not moved it out of it since; nil
    /// for one that they never moved.
    var trashed: Bool?
    /// When the person last did something with the note while they saw it in the trash.
    var sawTrash: Int64 = .min
    /// When the change was made that is sent next.
    var changed: Int64 = .min
  }

  private struct Moment {
    var time: Int64
    var words: Set<String>
    var isTrashed: Bool
  }

  private struct Place: Hashable {
    var device: String
    var id: String
  }

  private var views: [Place: View] = [:]
  private var moments: [String: [Moment]] = [:]
  /// Who typed a word.
  private var typists: [String: String] = [:]
  /// The device that moved a note last on the server, or made it.
  private var movers: [String: String] = [:]
  /// What was sent unasked, by the change's id.
  private var suspicions: [String: String] = [:]
  /// What was sent unasked, and accepted.
  private(set) var problems: [String] = []

  /// Notes that a person typed a word into a note, or changed its title.
  mutating func edited(_ item: Item, _ word: String, on device: String, at time: Int64) {
    typists[word] = device
    change(item, on: device, at: time) { $0.edited = item.state == .trashed }
  }

  /// Notes that a person moved a note to the trash, or out of it.
  mutating func moved(_ item: Item, hasOwnText: Bool, on device: String, at time: Int64) {
    change(item, on: device, at: time) { view in
      view.trashed = item.state != .trashed
      if item.state != .trashed { view.words = hasOwnText ? nil : EditOracle.wordSet(of: item) }
    }
  }

  /// Notes that a person decided about a conflict, and saw both sides.
  mutating func answered(_ item: Item, _ theirs: Item, on device: String, at time: Int64) {
    change(item, on: device, at: time) { view in
      view.words?.formUnion(EditOracle.wordSet(of: item).union(EditOracle.wordSet(of: theirs)))
      view.sawTrash = time
    }
  }

  private mutating func change(
    _ item: Item, on device: String, at time: Int64, _ body: (inout View) -> Void
  ) {
    let place = Place(device: device, id: item.id)
    var view = views[place] ?? View()
    view.changed = time
    if item.state == .trashed { view.sawTrash = time }
    body(&view)
    views[place] = view
  }

  /// Notes what the server has of a note, after it took a change.
  mutating func serverHas(_ item: Item, at time: Int64) {
    let moment = Moment(
      time: time, words: EditOracle.wordSet(of: item), isTrashed: item.state == .trashed)
    moments[item.id, default: []].append(moment)
  }

  /// Notes that the server accepted a change; what it refuses waits for the person.
  mutating func serverTakes(_ mutation: ClaimedMutation, from device: String) {
    switch mutation.kind {
    case .createItem, .deleteItem, .restoreItem, .transitionItem:
      mutation.itemId.map { movers[$0] = device }
    default: break
    }
    suspicions.removeValue(forKey: mutation.id).map { problems.append($0) }
  }

  /// Looks at a change that a device sends for the first time.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - device: The device.
  ///   - time: When it is sent.
  ///   - look: When the device began to catch up with the server. What it had to send by then waits
  ///     until it knows what the server had by then.
  ///   - isTold: Whether the server tells what is changed later.
  mutating func sends(
    _ mutation: ClaimedMutation, from device: String, at time: Int64, look: Int64, isTold: Bool
  ) {
    guard mutation.attempt == 1, let id = mutation.itemId,
      let view = views[Place(device: device, id: id)]
    else { return }
    let isOld = view.changed < look
    guard isOld || isTold else { return }
    let known = (moments[id] ?? []).filter { $0.time < (isOld ? look : time - Self.grace) }
    guard let moment = known.last, moments[id]?.last?.isTrashed == moment.isTrashed else { return }
    switch mutation.kind {
    // A person who took it out of the trash again overrules nobody with what was sent before.
    case .deleteItem where !moment.isTrashed && view.trashed == true:
      guard let seen = view.words else { return }
      let unseen = moment.words.subtracting(seen).filter { typists[$0] != device }
      guard let word = unseen.min() else { return }
      suspicions[mutation.id] = "\(device) moves \(id) to the trash, and never saw \(word) in it"
    case .updateItem where moment.isTrashed && !view.edited && view.trashed != true:
      // Since when the server has it there.
      let first = known.suffix { $0.isTrashed }.first
      guard let first, first.time > view.sawTrash, mutation.carriesText, movers[id] != device
      else { return }
      suspicions[mutation.id] = "\(device) edits \(id), and never saw it in the trash"
    default: break
    }
  }
}

extension ClaimedMutation {
  /// Whether it changes what a note says.
  fileprivate var carriesText: Bool {
    request.body?.objectValue?["properties"]?.objectValue?.isEmpty == false
  }
}

extension Array {
  /// The last elements that all are as asked.
  fileprivate func suffix(_ isWanted: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? 0)...]
  }
}
