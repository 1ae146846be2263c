import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadStateMachineTests {
  private static let piece = UploadStateMachine.firstPiece
  private static let tus = UploadStateMachine.Offers(resumes: true, knows: true)
  private static let plain = UploadStateMachine.Offers(resumes: false, knows: false)

  private func upload(
    _ hash: String, size: Int64 = 10, offset: Int64 = 0, url: String? = nil,
    state: BlobUpload.State = .queued
  ) -> BlobUpload {
    BlobUpload(hash: hash, name: hash, size: size, state: state, offset: offset, url: url)
  }

  /// The requests among some actions, as words.
  private func requests(_ actions: [UploadStateMachine.Action]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .perform(let upload, _, let step):
        switch step {
        case .exists: "\(upload.hash) exists"
        case .create: "\(upload.hash) create"
        case .offset(let url): "\(upload.hash) offset \(url)"
        case .piece(_, let offset, let count): "\(upload.hash) \(offset)+\(count)"
        case .whole: "\(upload.hash) whole"
        }
      case .ask(let hashes): "ask \(hashes.joined(separator: ","))"
      case .abandon(let hash): "abandon \(hash)"
      case .finish(let hash): "finish \(hash)"
      case .fail(let hash, _): "fail \(hash)"
      case .discard(let url): "discard \(url)"
      case .wait(let hash, _, let failures, _): "wait \(hash) \(failures)"
      case .keep, .delay, .report: nil
      }
    }
  }

  /// A machine whose blobs the server does not have.
  private func machine(
    _ uploads: [BlobUpload]
  ) -> (machine: UploadStateMachine, actions: [UploadStateMachine.Action]) {
    var machine = UploadStateMachine()
    _ = machine.on(.connected(Self.tus))
    _ = machine.on(.loaded(uploads))
    let actions = machine.on(.known(asked: uploads.map(\.hash), there: []))
    return (machine, actions)
  }

  @Test func `nothing is asked before there is a server, and then about all at once`() {
    var machine = UploadStateMachine()

    let before = machine.on(.loaded([upload("a"), upload("b", state: .paused), upload("c")]))
    let after = machine.on(.connected(Self.tus))

    #expect(requests(before).isEmpty)
    #expect(requests(after) == ["ask a,c"])
  }

  @Test func `a blob that the server has is finished without a byte`() {
    var machine = UploadStateMachine()
    _ = machine.on(.connected(Self.tus))
    _ = machine.on(.loaded([upload("a"), upload("b")]))

    let actions = machine.on(.known(asked: ["a", "b"], there: ["a"]))

    #expect(requests(actions) == ["finish a", "b create"])
    #expect(
      actions.contains {
        if case .report(let report) = $0 { report.phase == .alreadyOnServer } else { false }
      })
  }

  @Test func `two are on their way at a time, in their order`() {
    var (machine, actions) = machine([upload("a"), upload("b"), upload("c")])
    #expect(requests(actions) == ["a create", "b create"])

    actions = machine.on(.answered("a", step: 1, .created(url: "/a")))
    #expect(requests(actions) == ["a 0+10"])
    actions = machine.on(.answered("a", step: 2, .offset(10)))

    #expect(requests(actions) == ["finish a", "c create"])
  }

  @Test func `an upload goes on where the server has it, in pieces`() {
    let size = Self.piece * 3 + 5
    var (machine, actions) = machine([upload("a", size: size, offset: 1, url: "/a")])
    #expect(requests(actions) == ["a offset /a"])

    actions = machine.on(.answered("a", step: 1, .offset(5)))
    #expect(requests(actions) == ["a 5+\(Self.piece)"])
    actions = machine.on(.answered("a", step: 2, .offset(5 + Self.piece)))
    #expect(requests(actions) == ["a \(5 + Self.piece)+\(Self.piece * 2)"])
    #expect(actions.contains(.keep("a", offset: 5 + Self.piece, url: "/a")))
    actions = machine.on(.answered("a", step: 3, .offset(size)))

    #expect(requests(actions) == ["finish a"])
  }

  /// The sizes of the pieces on a line that takes some bytes a second.
  private func pieces(_ count: Int, bytesPerSecond: Double) -> [Int64] {
    var (machine, _) = machine([upload("a", size: 1 << 40)])
    var actions = machine.on(.answered("a", step: 1, .created(url: "/a")))
    var sizes: [Int64] = []
    for _ in 0..<count {
      for case .perform(_, let step, .piece(_, let offset, let size)) in actions {
        sizes.append(size)
        actions = machine.on(
          .answered(
            "a", step: step, .offset(offset + size),
            after: .seconds(Double(size) / bytesPerSecond)))
        _ = machine.on(.kept("a", offset: offset + size))
      }
    }
    return sizes
  }

  @Test func `pieces grow to two mebibytes on a fast line, and begin at a multiple of that`() {
    let sizes = pieces(7, bytesPerSecond: 100e6)

    #expect(sizes.map { $0 / Self.piece } == [1, 2, 4, 1, 8, 8, 8])
  }

  @Test func `on a slow line a piece is what it takes in two seconds, so that the bar moves`() {
    #expect(pieces(4, bytesPerSecond: 50_000) == [Self.piece, 100_000, 100_000, 100_000])
    #expect(pieces(3, bytesPerSecond: 1_000) == [Self.piece, 65_536, 65_536])
  }

  @Test func `after a break the server is asked, and pieces get smaller`() {
    var (machine, _) = machine([upload("a", size: Self.piece * 2)])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))

    let broken = machine.on(
      .answered("a", step: 2, .transient(words: "Cut.", retryAfter: nil)))
    let asked = machine.on(.timer("a", step: 3))
    let sent = machine.on(.answered("a", step: 4, .offset(0)))

    #expect(requests(broken) == ["wait a 1"])
    #expect(broken.contains(.delay("a", words: "Cut.")))
    #expect(requests(asked) == ["a offset /a"])
    #expect(requests(sent) == ["a 0+\(Self.piece / 2)"])
  }

  @Test func `one that waits leaves its place to the next`() {
    var (machine, _) = machine([upload("a"), upload("b"), upload("c")])

    let actions = machine.on(.answered("a", step: 1, .transient(words: "", retryAfter: nil)))

    #expect(requests(actions) == ["wait a 1", "c create"])
  }

  @Test func `a server with the documented calls only is asked for each, and gets all at once`() {
    var machine = UploadStateMachine()
    _ = machine.on(.loaded([upload("a"), upload("b")]))
    #expect(requests(machine.on(.connected(Self.plain))) == ["a exists", "b exists"])

    #expect(requests(machine.on(.answered("a", step: 1, .there))) == ["finish a"])
    #expect(requests(machine.on(.answered("b", step: 1, .absent))) == ["b whole"])
    let cut = machine.on(.answered("b", step: 2, .transient(words: "", retryAfter: nil)))
    #expect(requests(cut) == ["wait b 1"])
    #expect(requests(machine.on(.timer("b", step: 3))) == ["b whole"])
    #expect(requests(machine.on(.answered("b", step: 4, .complete))) == ["finish b"])
  }

  @Test func `a pause ends the request, and goes on from what the server has`() {
    var (machine, _) = machine([upload("a", size: 100)])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))

    let paused = machine.on(.loaded([upload("a", size: 100, state: .paused)]))
    let late = machine.on(.answered("a", step: 2, .offset(100)))
    let resumed = machine.on(.loaded([upload("a", size: 100)]))

    #expect(requests(paused) == ["abandon a"])
    #expect(requests(late).isEmpty)
    #expect(requests(resumed) == ["a offset /a"])
  }

  @Test func `one that nobody wants any more is ended, here and there`() {
    var (machine, _) = machine([upload("a")])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))

    let actions = machine.on(.loaded([]))

    #expect(requests(actions) == ["abandon a", "discard /a"])
  }

  @Test func `without a server what is on its way may arrive, and nothing begins`() {
    var (machine, _) = machine([upload("a", size: Self.piece * 2), upload("b")])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))
    _ = machine.on(.answered("b", step: 1, .created(url: "/b")))

    #expect(requests(machine.on(.disconnected)).isEmpty)
    #expect(requests(machine.on(.answered("b", step: 2, .offset(10)))) == ["finish b"])
    let stopped = machine.on(.answered("a", step: 2, .offset(Self.piece)))
    #expect(stopped.contains(.keep("a", offset: Self.piece, url: "/a")))
    #expect(!requests(stopped).contains { $0.hasPrefix("a \(Self.piece)") })
    #expect(requests(machine.on(.connected(Self.tus))) == ["a offset /a"])
  }

  @Test func `an upload without progress from one connection's end to the next is begun again`() {
    var (machine, _) = machine([upload("a", size: 1 << 30), upload("b", size: 1 << 30)])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))
    _ = machine.on(.answered("b", step: 1, .created(url: "/b")))
    _ = machine.on(.sent("a", step: 2, bytes: 500))
    _ = machine.on(.sent("b", step: 2, bytes: 500))

    #expect(requests(machine.on(.disconnected)).isEmpty)
    _ = machine.on(.sent("b", step: 2, bytes: 600))
    let back = machine.on(.connected(Self.tus))

    #expect(requests(back) == ["abandon a", "a offset /a"])
    // An answer that comes after all is old.
    #expect(requests(machine.on(.answered("a", step: 2, .offset(Self.piece)))).isEmpty)
    let asked = machine.on(.answered("a", step: 4, .offset(100)))
    #expect(requests(asked) == ["a 100+\(Self.piece)"])
    #expect(
      requests(machine.on(.answered("b", step: 2, .offset(Self.piece)))).first?.hasPrefix("b ")
        == true)
  }

  @Test func `a server that only says once more what it offers ends nothing`() {
    var (machine, _) = machine([upload("a", size: 1 << 30)])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))

    #expect(requests(machine.on(.connected(Self.tus))).isEmpty)
  }

  @Test func `a halt ends everything`() {
    var (machine, _) = machine([upload("a"), upload("b"), upload("c")])

    let actions = machine.on(.halted)

    #expect(requests(actions) == ["abandon a", "abandon b"])
  }

  @Test func `a refusal ends one and no other, and a retry begins again`() {
    var (machine, _) = machine([upload("a"), upload("b")])

    let refused = machine.on(.answered("a", step: 1, .refused(words: "Too large.")))
    _ = machine.on(.settled("a"))
    let failed = machine.on(.loaded([upload("a", state: .failed), upload("b")]))
    let again = machine.on(.loaded([upload("a"), upload("b")]))

    #expect(requests(refused) == ["fail a"])
    #expect(requests(failed).isEmpty)
    #expect(requests(again) == ["ask a"])
  }

  @Test func `a place that is lost again and again ends in a failure`() {
    var (machine, actions) = machine([upload("a")])
    var seen: [String] = []
    var step = 1
    for _ in 0..<20 where !seen.contains("fail a") {
      actions = machine.on(.answered("a", step: step, .gone))
      seen += requests(actions)
      if case .wait(_, let number, _, _)? = actions.first(where: {
        if case .wait = $0 { true } else { false }
      }) {
        actions = machine.on(.timer("a", step: number))
        step = number
      }
      step += 1
    }

    #expect(seen.filter { $0.hasPrefix("wait") }.count == 3)
    #expect(seen.last == "fail a")
  }

  @Test func `an empty blob is one request`() {
    var (machine, _) = machine([upload("a", size: 0)])

    #expect(requests(machine.on(.answered("a", step: 1, .created(url: "/a")))) == ["finish a"])
  }

  @Test func `the order of the store is the order of the uploads`() {
    var (machine, _) = machine([upload("a"), upload("b"), upload("c"), upload("d")])
    _ = machine.on(.loaded([upload("d"), upload("a"), upload("b"), upload("c")]))

    #expect(requests(machine.on(.answered("a", step: 1, .refused(words: "")))).last == "d create")
  }

  @Test func `bytes sent never fall within an attempt, and never pass the blob`() {
    var (machine, _) = machine([upload("a", size: 100)])
    _ = machine.on(.answered("a", step: 1, .created(url: "/a")))
    var sent: [Int64] = []
    for bytes: Int64 in [10, 5, 70, 60, 500] {
      for case .report(let report) in machine.on(.sent("a", step: 2, bytes: bytes)) {
        sent.append(report.sent)
        #expect(report.phase == (report.sent == 100 ? .verifying : .uploading))
      }
    }

    #expect(sent == [10, 70, 100])
  }
}
