import MarfaSDK
import Testing

/// How far an upload is in the store, and how far it is at the server.
@Suite(.timeLimit(.minutes(20))) struct UploadPlaceTests {
  private static let mebibyte: Int64 = 1 << 20
  private static let broken = UploadStateMachine.Answer.transient(words: "Cut.", retryAfter: nil)

  /// A machine, and the newest request of each blob.
  private struct Line {
    var machine = UploadStateMachine()
    var steps: [String: (number: Int, made: UploadStateMachine.Step)] = [:]
    var waits: [String: Int] = [:]
    var words: [String] = []

    /// A machine that goes on with uploads at some places, which the store has.
    init(_ uploads: [(hash: String, offset: Int64)], size: Int64) {
      handle(.connected(.init(resumes: true, knows: true)))
      let stored = uploads.map { hash, offset in
        BlobUpload(hash: hash, name: hash, size: size, offset: offset, url: "/" + hash)
      }
      handle(.loaded(stored))
      handle(.known(asked: uploads.map(\.hash), there: []))
    }

    /// Takes an event; what it leads to, as words.
    @discardableResult
    mutating func handle(_ event: UploadStateMachine.Event) -> [String] {
      machine.on(event).compactMap { action in
        switch action {
        case .perform(let upload, let number, let step):
          steps[upload.hash] = (number, step)
          return switch step {
          case .piece(_, let offset, let count): "\(upload.hash) \(offset)+\(count)"
          case .offset: "\(upload.hash) offset"
          default: "\(upload.hash) \(step)"
          }
        case .keep(let hash, let offset, _): return "keep \(hash) \(offset)"
        case .wait(let hash, let step, let failures, _):
          waits[hash] = step
          return "wait \(hash) \(failures)"
        case .delay(_, let why):
          words.append(why)
          return nil
        case .abandon(let hash): return "abandon \(hash)"
        case .finish(let hash): return "finish \(hash)"
        case .ask(let hashes): return "ask \(hashes.joined(separator: ","))"
        case .fail, .discard, .report: return nil
        }
      }
    }

    /// Answers the newest request of a blob.
    @discardableResult
    mutating func answer(_ hash: String, _ answer: UploadStateMachine.Answer) -> [String] {
      handle(.answered(hash, step: steps[hash]?.number ?? 0, answer))
    }

    /// Lets the server take the piece that is on its way.
    @discardableResult
    mutating func take(_ hash: String) -> [String] {
      guard case .piece(_, let offset, let count)? = steps[hash]?.made else { return [] }
      return answer(hash, .offset(offset + count))
    }

    /// Lets the store have a place.
    mutating func keep(_ hash: String, _ offset: Int64) -> [String] {
      handle(.kept(hash, offset: offset))
    }
  }

  /// An upload in pieces of 2 MiB that has 6 MiB at the server and in the store.
  private func line(_ hashes: [String] = ["a"], size: Int64 = 1 << 30) -> Line {
    var line = Line(hashes.map { ($0, 0) }, size: size)
    for hash in hashes {
      line.answer(hash, .offset(0))
      for _ in 0..<6 {
        line.take(hash)
        guard case .piece(_, let offset, _)? = line.steps[hash]?.made else { continue }
        _ = line.keep(hash, offset)
      }
    }
    return line
  }

  @Test func `a piece goes out while the place of the one before is stored, and no second one`() {
    var line = line()
    let (two, six) = (2 * Self.mebibyte, 6 * Self.mebibyte)
    #expect(line.steps["a"]?.made == .piece(url: "/a", offset: six, count: two))

    // The store is slow: it has nothing of the next pieces.
    #expect(line.take("a") == ["keep a \(six + two)", "a \(six + two)+\(two)"])
    #expect(line.take("a") == ["keep a \(six + 2 * two)"])

    #expect(line.keep("a", six + two) == ["a \(six + 2 * two)+\(two)"])
  }

  @Test func `small pieces go on until the server has four mebibytes that the store lacks`() {
    var line = Line([("a", 0)], size: 1 << 30)
    line.answer("a", .offset(0))
    var seen: [UploadStateMachine.Step] = []
    while case .piece(_, let offset, let count)? = line.steps["a"]?.made,
      seen.last != line.steps["a"]?.made
    {
      seen.append(.piece(url: "/a", offset: offset, count: count))
      let number = line.steps["a"]?.number ?? 0
      let time = Duration.seconds(Double(count) / 50_000)
      line.handle(.answered("a", step: number, .offset(offset + count), after: time))
    }

    guard case .piece(_, let offset, let count)? = seen.last else {
      Issue.record("Nothing was sent.")
      return
    }
    #expect(count < 300_000)
    #expect((4 * Self.mebibyte - 300_000...4 * Self.mebibyte).contains(offset + count))
    #expect(line.keep("a", offset + count).count == 1)
  }

  @Test func `an upload that waits for the store keeps its slot, and others go on`() {
    var line = line(["a", "b"])
    line.handle(
      .loaded(
        ["a", "b", "c"].map {
          BlobUpload(hash: $0, name: $0, size: 1 << 30, offset: 0, url: "/" + $0)
        }))
    line.handle(.known(asked: ["c"], there: []))
    line.take("a")

    #expect(line.take("a") == ["keep a \(10 * Self.mebibyte)"])
    #expect(line.take("b") == ["keep b \(8 * Self.mebibyte)", "b 8388608+2097152"])
  }

  @Test func `after a start the place that the server names is stored before the next piece`() {
    var line = Line([("a", 2 * Self.mebibyte)], size: 1 << 30)

    // The piece that was on its way arrived, and the place of the one before was not stored.
    #expect(line.answer("a", .offset(6 * Self.mebibyte)) == ["keep a \(6 * Self.mebibyte)"])
    #expect(line.keep("a", 6 * Self.mebibyte) == ["a 6291456+262144"])
  }

  @Test func `a store that cannot be written lets the upload wait, and it goes on after that`() {
    var line = line()
    let ten = 10 * Self.mebibyte
    line.take("a")
    line.take("a")

    // The place after this one is about to be stored.
    #expect(line.handle(.notKept("a", offset: 8 * Self.mebibyte)).isEmpty)
    #expect(line.handle(.notKept("a", offset: ten)) == ["wait a 1"])
    #expect(line.words == [UploadStateMachine.notStored])
    #expect(line.handle(.timer("a", step: line.waits["a"] ?? 0)) == ["a offset"])
    #expect(line.answer("a", .offset(ten)) == ["keep a \(ten)"])
    #expect(line.handle(.notKept("a", offset: ten)) == ["wait a 2"])
    #expect(line.handle(.timer("a", step: line.waits["a"] ?? 0)) == ["a offset"])
    #expect(line.answer("a", .offset(ten)) == ["keep a \(ten)"])
    #expect(line.keep("a", ten).first?.hasPrefix("a \(ten)+") == true)
  }

  @Test func `a place that could not be stored while a piece is on its way ends nothing`() {
    var line = line()
    line.take("a")

    #expect(line.handle(.notKept("a", offset: 8 * Self.mebibyte)).isEmpty)
    #expect(line.take("a") == ["keep a \(10 * Self.mebibyte)"])
    #expect(line.keep("a", 10 * Self.mebibyte) == ["a 10485760+2097152"])
  }

  @Test func `a place from before the server lost bytes does not count`() {
    var line = line()
    line.take("a")
    line.answer("a", Self.broken)
    line.handle(.timer("a", step: line.waits["a"] ?? 0))
    #expect(line.answer("a", .offset(0)).first == "keep a 0")
    line.take("a")

    // It was on its way to the store before.
    _ = line.keep("a", 8 * Self.mebibyte)
    var end: Int64 = 0
    for _ in 0..<10 {
      guard case .piece(_, let offset, let count)? = line.steps["a"]?.made else { continue }
      end = offset + count
      line.take("a")
    }

    #expect(end == 4 * Self.mebibyte)
  }

  @Test func `a halt and a pause end the wait for the store`() {
    for event in [
      UploadStateMachine.Event.halted,
      .loaded([BlobUpload(hash: "a", name: "a", size: 1 << 30, state: .paused)]),
    ] {
      var line = line()
      line.take("a")
      line.take("a")

      #expect(line.handle(event) == ["abandon a"])
      #expect(line.keep("a", 10 * Self.mebibyte).isEmpty)
    }
  }

  @Test func `without a server an upload that waited for the store is asked about later`() {
    var line = line()
    line.take("a")
    line.take("a")

    #expect(line.handle(.disconnected).isEmpty)
    #expect(line.keep("a", 8 * Self.mebibyte) == ["abandon a"])
    #expect(line.handle(.connected(.init(resumes: true, knows: true))) == ["a offset"])
  }

  @Test func `an end that could not be stored is asked for once more, after a wait`() {
    var line = line(size: 8 * Self.mebibyte)
    #expect(line.take("a").last == "finish a")

    #expect(line.handle(.notSettled("a")) == ["wait a 1"])
    #expect(line.handle(.timer("a", step: line.waits["a"] ?? 0)) == ["ask a"])
    #expect(line.handle(.known(asked: ["a"], there: ["a"])) == ["finish a"])
    #expect(line.handle(.notSettled("a")) == ["wait a 2"])
  }
}
