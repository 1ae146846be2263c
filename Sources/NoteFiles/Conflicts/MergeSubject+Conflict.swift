import Foundation
import MarfaSDK

extension MergeSubject {
  /// The places of a parked conflict; this side is what the note shows now.
  ///
  /// - Parameters:
  ///   - both: The sides.
  ///   - relativeTime: How a time is written.
  package init(_ both: ConflictSides, relativeTime: (Date) -> String) {
    let (sides, item, origins) = (both.conflict.context, both.item, both.origins)
    let fields = sides.conflictingFields.map { name in
      let base = sides.ancestor?.properties[name] ?? .null
      let mine = item.properties[name] ?? .null
      let theirs = sides.current.properties[name] ?? .null
      var merge: ThreeWayMerge?
      if sides.mergePolicy.strategy(of: name) == .keepBothCopies, let my = mine.stringValue,
        let their = theirs.stringValue
      {
        merge = ThreeWayMerge(base: base.stringValue ?? "", mine: my, theirs: their)
      }
      return Field(name: name, base: base, mine: mine, theirs: theirs, merge: merge)
    }
    let trasher = both.trashing == .there ? origins.stateDevice : both.theirDevice
    let trash = both.trashing.map { [Field($0, by: trasher, isAlone: fields.isEmpty)] } ?? []
    // Until its event has come, only the server's values are known.
    let theirsAt = both.isTold ? origins.theirsAt : nil
    // Some devices have no name, and some servers do not say it.
    let theirDevice = both.theirDevice ?? (both.isTold ? "another device" : "on the server")
    let mineWords = ", " + relativeTime(origins.mineAt)
    let theirsWords = theirsAt.map { ", " + relativeTime($0) } ?? ""
    let file = both.file.map { "in \($0.split(separator: "/").last ?? "the file")" }
    self.init(
      title: item.properties["title"]?.stringValue ?? "",
      mineLabel: "mine (\(file ?? "this device" + mineWords))",
      theirsLabel: "theirs (\(file == nil ? theirDevice + theirsWords : "in the note now"))",
      fields: fields + trash)
  }
}

// MARK: - The trash

extension MergeSubject {
  /// The place that is about the trash; no property has this name.
  package static let trashField = "state"

  /// Where the item is to be in its life, if that is among what was chosen.
  package static func state(in properties: inout [String: JSONValue]) -> ItemState? {
    properties.removeValue(forKey: trashField)?.stringValue.flatMap(ItemState.init)
  }
}

extension MergeSubject.Field {
  private static let kept: JSONValue = .string(ItemState.active.rawValue)
  private static let trashed: JSONValue = .string(ItemState.trashed.rawValue)

  /// One side moved the note to the trash while the other one changed it.
  ///
  /// - Parameters:
  ///   - trashing: Which side.
  ///   - device: The name of the other device, if it has one.
  ///   - isAlone: Whether nothing else is to be decided.
  fileprivate init(_ trashing: Trashing, by device: String?, isAlone: Bool) {
    let device = device ?? "Another device"
    let text = isAlone ? "what was changed" : "the text that you choose"
    let stays = "the note stays in the trash, with \(text)."
    let returns = "the note leaves the trash, with \(text)."
    let account =
      switch trashing {
      case .there:
        MergeSubject.Account(
          mine: "You changed the note here.\nm: \(returns)",
          theirs: "\(device) moved the note to the trash.\nt: \(stays)",
          results: Self.results)
      case .here:
        MergeSubject.Account(
          mine: "You moved the note to the trash here.\nm: \(stays)",
          theirs: "\(device) changed the note.\nt: \(returns)", results: Self.results)
      }
    self.init(
      name: MergeSubject.trashField, base: .null,
      mine: trashing == .there ? Self.kept : Self.trashed,
      theirs: trashing == .there ? Self.trashed : Self.kept, merge: nil, account: account)
  }

  private static var results: [JSONValue: String] {
    [kept: "The note leaves the trash.", trashed: "The note stays in the trash."]
  }
}
