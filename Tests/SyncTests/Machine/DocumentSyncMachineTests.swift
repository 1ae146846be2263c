import MarfaSDK
import TestSupport
import Testing

/// When a document is exchanged, in every order of events.
@Suite(.timeLimit(.minutes(20))) struct DocumentSyncMachineTests {
  private typealias Machine = DocumentSyncMachine

  /// What a machine has asked for and has not got yet.
  private struct World {
    var machine: Machine
    var isFlying = false
    var wait: Machine.Wait?
    var isWatching = false
    var begun: [DocumentEndpoints.Direction] = []
    /// What the machine asked for that no world could do.
    var faults: [String] = []

    init(gathers: Bool = true) { machine = Machine(gathers: gathers) }

    mutating func on(_ event: Machine.Event) {
      switch event {
      case .settled, .failed: isFlying = false
      case .due: wait = nil
      case .ended: isFlying = false
      default: break
      }
      for action in machine.on(event) {
        switch action {
        case .exchange(let direction):
          if isFlying { faults.append("a second exchange after \(event)") }
          if wait != nil { faults.append("an exchange while it waits for \(wait as Any)") }
          isFlying = true
          begun.append(direction)
        case .wait(let next):
          if wait != nil || isFlying { faults.append("it waits twice after \(event)") }
          wait = next
        case .stopWaiting: wait = nil
        case .watch:
          if isWatching { faults.append("a second stream after \(event)") }
          isWatching = true
        case .unwatch: isWatching = false
        case .take, .drop: break
        }
      }
    }

    /// Lets everything succeed until nothing is under way; at most some steps.
    mutating func rest() {
      for _ in 0..<20 {
        if isFlying {
          on(.answered)
          on(.settled(hasUnsent: false))
        } else if wait != nil, wait != .poll {
          on(.due)
        } else {
          return
        }
      }
      faults.append("it does not come to rest")
    }
  }

  @Test func `in any order of events one exchange and one wait at most are under way`() {
    var numbers = SplitMix64(seed: 16)
    for _ in 0..<2_000 {
      var world = World(gathers: .random(using: &numbers))
      var isAttached = false
      for _ in 0..<40 {
        guard isAttached else {
          world.on(.attached(SyncMode.allCases.randomElement(using: &numbers) ?? .manual))
          isAttached = true
          continue
        }
        switch Int.random(in: 0..<13, using: &numbers) {
        case 0, 1: world.on(.changed)
        case 2: world.on(.hinted)
        case 3: world.on(.asked)
        case 4: world.on(.reachable)
        case 5: world.on(.switched(SyncMode.allCases.randomElement(using: &numbers) ?? .manual))
        case 6 where world.isFlying: world.on(.failed(.lasting))
        case 7 where world.isFlying: world.on(.failed(.passing(after: nil)))
        case 8, 9:
          guard world.isFlying else { continue }
          world.on(.answered)
          world.on(.settled(hasUnsent: .random(using: &numbers)))
        case 10 where world.wait != nil: world.on(.due)
        case 11: world.on(.told)
        case 12:
          world.on(.ended)
          isAttached = false
          #expect(world.wait == nil && !world.isWatching)
        default: continue
        }
      }
      #expect(world.faults == [])
      guard isAttached else { continue }
      #expect(world.isWatching == world.machine.mode.watches)
      // Whatever was before, what is asked for is exchanged, and then nothing goes on.
      let count = world.begun.count
      world.on(.asked)
      world.rest()
      #expect(world.begun.count > count && world.faults == [])
      let isIdle = world.wait == nil || (world.wait == .poll && world.machine.mode == .polling)
      #expect(isIdle && !world.isFlying)
    }
  }

  @Test func `changes gather once and go out in the direction of the mode`() {
    let directions: [(SyncMode, [DocumentEndpoints.Direction])] = [
      (.realtime, [.both]), (.realtimePushOnly, [.push]), (.realtimeSyncOff, []), (.manual, []),
    ]
    for (mode, expected) in directions {
      var world = World()
      world.on(.attached(mode))
      world.on(.changed)
      world.on(.changed)
      #expect(world.wait == (expected.isEmpty ? nil : .gathering))
      #expect(world.begun == [])
      world.rest()
      #expect(world.begun == expected)
    }
  }

  @Test func `a change that came unasked is reported once, and with what is sent meanwhile`() {
    var world = World()
    world.on(.attached(.realtime))
    world.on(.told)
    world.on(.told)
    #expect(world.wait == .reporting && world.begun == [])
    world.on(.changed)
    #expect(world.wait == .gathering)
    world.rest()
    #expect(world.begun == [.both] && world.wait == nil)

    world.on(.told)
    world.rest()
    #expect(world.begun == [.both, .both] && world.wait == nil)
    world.on(.told)
    world.on(.switched(.realtimePushOnly))
    #expect(world.begun.count == 2 && world.wait == nil)
    #expect(world.faults == [])
  }

  @Test func `a change made during an exchange goes out with the next`() {
    var world = World(gathers: false)
    world.on(.attached(.realtime))
    world.on(.changed)
    world.on(.changed)
    #expect(world.begun == [.both])
    world.on(.answered)
    world.on(.settled(hasUnsent: true))
    #expect(world.begun == [.both, .both])
  }

  @Test func `DOC-M09 a passing failure waits longer each time, a lasting one stops`() {
    var world = World(gathers: false)
    world.on(.attached(.realtime))
    world.on(.changed)
    world.on(.failed(.passing(after: nil)))
    #expect(world.wait == .retry(failures: 1, after: nil))
    world.on(.changed)
    #expect(world.begun.count == 1)
    world.on(.due)
    world.on(.failed(.passing(after: .seconds(7))))
    #expect(world.wait == .retry(failures: 2, after: .seconds(7)))
    world.on(.reachable)
    world.on(.failed(.lasting))
    world.on(.changed)
    world.on(.hinted)
    #expect(world.begun.count == 3 && world.wait == nil)

    world.on(.switched(.realtime))
    #expect(world.begun.count == 4)
  }

  @Test func `DOC-M07 an answer that is not wanted any more is dropped`() {
    for (mode, action) in [
      (SyncMode.realtimePushOnly, Machine.Action.drop), (.realtimeSyncOff, .drop),
      (.realtime, .take), (.manual, .take),
    ] {
      var machine = Machine(gathers: false)
      _ = machine.on(.attached(.realtime))
      _ = machine.on(.hinted)
      _ = machine.on(.switched(mode))
      #expect(machine.on(.answered) == [action])
    }
    var machine = Machine()
    _ = machine.on(.attached(.realtimeSyncOff))
    _ = machine.on(.asked)
    #expect(machine.on(.answered) == [.take])
  }
}
