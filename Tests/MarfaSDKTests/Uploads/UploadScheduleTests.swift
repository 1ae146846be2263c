import MarfaSDK
import TestSupport
import Testing

/// Any order of events.
@Suite(.timeLimit(.minutes(20))) struct UploadScheduleTests {
  private static let piece = UploadStateMachine.pieces.upperBound
  private static let tus = UploadStateMachine.Offers(resumes: true, knows: true)

  /// A server that cuts, forgets and refuses as a seed says; and the machine's executor.
  private struct World {
    var numbers: SplitMix64
    var machine = UploadStateMachine()
    var stored: [BlobUpload]
    var blobs: Set<String> = []
    var places: [String: (hash: String, offset: Int64)] = [:]
    var running: [String: (step: Int, made: UploadStateMachine.Step)] = [:]
    var timers: [String: Int] = [:]
    var asked: [[String]] = []
    /// Places that the store is about to have.
    var writes: [(hash: String, offset: Int64, url: String?)] = []
    var lastSent: [String: Int64] = [:]
    var problems: [String] = []
    var losses = 0

    mutating func handle(_ event: UploadStateMachine.Event) {
      for action in machine.on(event) { execute(action) }
      if running.count > UploadStateMachine.parallel { problems.append("too many at a time") }
    }

    private mutating func execute(_ action: UploadStateMachine.Action) {
      switch action {
      case .ask(let hashes): asked.append(hashes)
      case .perform(let upload, let step, let made):
        running[upload.hash] = (step, made)
        if stored.first(where: { $0.hash == upload.hash })?.state != .queued {
          problems.append("sends what is not queued")
        }
        if let (start, count) = made.bytes {
          if start > upload.size { problems.append("past the end") }
          let there = stored.first { $0.hash == upload.hash }?.offset ?? 0
          if start + count - there > 4 << 20 { problems.append("far from what is stored") }
        }
      case .abandon(let hash): running[hash] = nil
      case .wait(let hash, let step, _, _): timers[hash] = step
      case .finish(let hash):
        if !blobs.contains(hash) { problems.append("finished what is not there") }
        stored.removeAll { $0.hash == hash }
        running[hash] = nil
        handle(.settled(hash))
        handle(.loaded(stored))
      case .fail(let hash, _): problems.append("failed \(hash)")
      case .discard(let url): places[url] = nil
      case .report(let report):
        if report.isStart { lastSent[report.hash] = nil }
        if report.phase == .uploading, report.sent < lastSent[report.hash] ?? 0 {
          problems.append("sent fell")
        }
        if report.phase == .uploading { lastSent[report.hash] = report.sent }
      case .keep(let hash, let offset, let url): writes.append((hash, offset, url))
      case .delay: break
      }
    }

    /// One thing that happens.
    mutating func step() {
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0: handle(.disconnected)
      case 1:
        handle(.halted)
        handle(.connected(tusOffers))
      case 2: handle(.connected(tusOffers))
      case 3:
        guard let index = stored.indices.randomElement(using: &numbers) else { return }
        stored[index].state = stored[index].state == .queued ? .paused : .queued
        if stored[index].state == .paused { lastSent[stored[index].hash] = nil }
        handle(.loaded(stored))
      case 4: stored.shuffle(using: &numbers)
      case 5, 6:
        guard let hash = timers.keys.sorted().randomElement(using: &numbers),
          let step = timers.removeValue(forKey: hash)
        else { return }
        handle(.timer(hash, step: step))
      case 7, 8:
        guard !asked.isEmpty else { return }
        let hashes = asked.removeFirst()
        handle(.known(asked: hashes, there: Bool.random(using: &numbers) ? blobs : nil))
      case 9, 10, 11: write()
      default:
        guard let hash = running.keys.sorted().randomElement(using: &numbers),
          let (step, made) = running.removeValue(forKey: hash)
        else { return }
        answer(hash, step, made)
      }
    }

    /// Stores the next place, or fails to.
    private mutating func write() {
      guard !writes.isEmpty else { return }
      let (hash, offset, url) = writes.removeFirst()
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        return handle(.notKept(hash, offset: offset))
      }
      for index in stored.indices where stored[index].hash == hash {
        (stored[index].offset, stored[index].url) = (offset, url)
      }
      handle(.kept(hash, offset: offset))
    }

    private var tusOffers: UploadStateMachine.Offers { .init(resumes: true, knows: true) }

    mutating func answer(_ hash: String, _ step: Int, _ made: UploadStateMachine.Step) {
      guard let upload = stored.first(where: { $0.hash == hash }) else { return }
      let isCut = Int.random(in: 0..<3, using: &numbers) == 0
      let broken = UploadStateMachine.Answer.transient(words: "Cut.", retryAfter: nil)
      switch made {
      case .exists, .whole: problems.append("sends otherwise than by tus")
      case .create:
        let url = "/\(places.count)-\(hash)"
        places[url] = (hash, 0)
        if upload.size == 0 { blobs.insert(hash) }
        handle(.answered(hash, step: step, isCut ? broken : .created(url: url)))
      case .offset(let url):
        if !isCut, losses < 2, Int.random(in: 0..<30, using: &numbers) == 0 {
          losses += 1
          places[url] = nil
        }
        guard let place = places[url] else {
          return handle(.answered(hash, step: step, .gone))
        }
        handle(.answered(hash, step: step, isCut ? broken : .offset(place.offset)))
      case .piece(let url, let offset, let count):
        guard let place = places[url] else { return handle(.answered(hash, step: step, .gone)) }
        if place.offset != offset { problems.append("sends from the wrong place") }
        let taken = isCut ? Int64.random(in: 0...count, using: &numbers) : count
        handle(.sent(hash, step: step, bytes: taken))
        // A piece with a checksum is taken as a whole, and perhaps its answer is lost.
        if taken == count { places[url] = (hash, offset + count) }
        if offset + taken == upload.size { blobs.insert(hash) }
        handle(.answered(hash, step: step, isCut ? broken : .offset(offset + count)))
      }
    }
  }

  @Test(arguments: 0..<200)
  func `in any schedule every blob that is wanted arrives whole`(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let stored = (0..<5).map { index in
      BlobUpload(
        hash: "\(index)", name: "\(index)",
        size: Int64.random(in: 0...(Self.piece * 5), using: &numbers))
    }
    var world = World(numbers: numbers, stored: stored)
    world.handle(.loaded(stored))
    world.handle(.connected(Self.tus))
    for _ in 0..<200 { world.step() }

    for index in world.stored.indices { world.stored[index].state = .queued }
    world.handle(.loaded(world.stored))
    for _ in 0..<2_000 where !world.stored.isEmpty {
      world.handle(.connected(Self.tus))
      world.step()
      for index in world.stored.indices { world.stored[index].state = .queued }
      world.handle(.loaded(world.stored))
    }

    #expect(world.problems == [])
    #expect(world.blobs == Set(stored.map(\.hash)))
    #expect(world.stored.isEmpty)
  }
}

extension UploadStateMachine.Step {
  /// The bytes that a step sends.
  fileprivate var bytes: (offset: Int64, count: Int64)? {
    if case .piece(_, let offset, let count) = self { (offset, count) } else { nil }
  }
}
