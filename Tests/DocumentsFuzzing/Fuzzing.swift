// Compiled together with the sources of Documents by Tests/fuzz-documents; no target has it.

/// Bytes that a coverage-guided fuzzer makes: each is refused with an error, or applied whole.
///
/// The first byte says what the others are: a snapshot, a pack for an empty replica, or a pack for
/// one that has something.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 1 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  var replica = Replica(key: "doc", actor: ActorID(number: 1))
  if data[0] % 3 == 2, let sample { replica = sample }
  let before = replica.toJSON()
  do throws(DocumentsError) {
    let pack: ChangePack
    if data[0] % 3 == 0 {
      pack = ChangePack(documentKey: "doc", checkpoint: .initial, snapshot: bytes)
    } else {
      pack = try ChangePack(decoding: bytes)
    }
    _ = try replica.apply(pack)
  } catch {
    precondition(replica.toJSON() == before, "A refused pack has changed something.")
    return 0
  }
  use(replica)
  return 0
}

/// Uses what was read, so that a damaged document shows itself.
private func use(_ replica: Replica) {
  var replica = replica
  _ = replica.toJSON()
  if replica.isRemoved { return }
  do {
    try replica.update { root, _ in
      if let text = root.jsonText("t") { try text.edit(text.count / 2, text.count, "x") }
      if let array = root.jsonArray("a"), array.count > 0 { try array.moveFront(array.count - 1) }
    }
    try replica.undo()
    replica.purge(seenByAll: .everything(of: replica.versionVector.actors))
    let copy = try Snapshot(decoding: replica.snapshot())
    precondition(copy.root.json(of: 0) == replica.toJSON(), "Another document comes back.")
  } catch {
    fatalError("What was taken cannot be used: \(error)")
  }
}

/// A document with everything in it.
private let sample: Replica? = {
  var replica = Replica(key: "doc", actor: ActorID(number: 7))
  do {
    try replica.update(message: "begin") { root, presence in
      root.t = JSONText()
      root.a = [1, "two", [3.5, nil] as [Any?]] as [Any?]
      root.c = JSONCounter(value: Int64(5))
      root.o = ["k": true, "b": [UInt8(1), 2]] as [String: Any?]
      presence.set(["name": "Ana"])
    }
    try replica.update { root, _ in try root.jsonText("t")?.edit(0, 0, "hello wörld", ["b": "1"]) }
    try replica.update { root, _ in try root.jsonText("t")?.edit(3, 6, "日本") }
    try replica.update { root, _ in try root.jsonText("t")?.setStyle(1, 5, ["i": "1"]) }
    try replica.undo()
    try replica.update { root, _ in try root.jsonText("t")?.edit(0, 2, "") }
    try replica.undo()
    try replica.update { root, _ in
      try root.jsonArray("a")?.moveAfter(2, 0)
      try root.jsonArray("a")?.set(0, to: "new")
      try root.jsonArray("a")?.remove(at: 1)
      try root.jsonCounter("c")?.increase(value: 2.5)
      root.o = nil
    }
    return replica
  } catch {
    return nil
  }
}()

/// Prints inputs to begin with when it is asked for help: lines of hexadecimal digits after `SEED`.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard let sample else { fatalError("There is no document to begin with.") }
  guard CommandLine.arguments.contains("-help=1") else { return 0 }
  func printSeed(_ kind: UInt8, _ bytes: [UInt8]) {
    let digits = ([kind] + bytes).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    print("SEED", digits.joined())
  }
  printSeed(0, sample.snapshot())
  printSeed(1, sample.pack().encoded())
  var other = Replica(key: "doc", actor: ActorID(number: 8))
  do {
    _ = try other.apply(sample.pack())
    try other.update { root, _ in try root.jsonText("t")?.edit(2, 4, "other") }
    try other.undo()
    printSeed(2, other.pack().encoded())
  } catch {
    fatalError("\(error)")
  }
  return 0
}
