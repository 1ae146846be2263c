import NoteEditing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SaveMachineTests {
  typealias Event = SaveMachine.Event
  typealias Action = SaveMachine.Action

  /// A story: events, each with the actions that it leads to.
  struct Story: CustomTestStringConvertible, Sendable {
    var name: String
    var steps: [(Event, [Action])]
    var state: SaveMachine.State
    var file = SaveMachine.File.none
    var testDescription: String { name }
  }

  private static let typed: (Event, [Action]) = (
    .typed, [.wait(.rest, milliseconds: 300), .wait(.pause, milliseconds: 300)]
  )
  private static let rested: (Event, [Action]) = (.elapsed(.rest), [.stop(.pause), .store])
  private static let refused: (Event, [Action]) = (
    .refused, [.wait(.rest, milliseconds: 600), .keepFile(isNew: true), .report(.refusal)]
  )

  static let stories = [
    Story(
      name: "typing is stored once it rests",
      steps: [typed, rested, (.stored(milliseconds: 1), [])], state: .stored),
    Story(
      name: "typing without a rest is stored, and waits for its rest",
      steps: [
        typed, (.typed, [.wait(.rest, milliseconds: 300)]), (.elapsed(.pause), [.store]),
        (.stored(milliseconds: 1), []),
      ], state: .stored),
    Story(
      name: "what is typed during a save is stored when typing rests",
      steps: [
        typed, rested, typed, (.stored(milliseconds: 1), []),
      ], state: .changed),
    Story(
      name: "what rests during a save is stored right after it",
      steps: [
        typed, rested, typed, (.elapsed(.rest), [.stop(.pause)]),
        (.stored(milliseconds: 1), [.store]),
      ],
      state: .storing(.init())),
    Story(
      name: "a slow save makes the next rest longer",
      steps: [
        typed, rested, (.stored(milliseconds: 100), []),
        (.typed, [.wait(.rest, milliseconds: 1000), .wait(.pause, milliseconds: 1000)]),
      ], state: .changed),
    Story(name: "nothing is stored twice", steps: [(.rested, [])], state: .stored),
    Story(
      name: "a refused text goes into a file and is tried later",
      steps: [typed, rested, refused, (.fileKept, [])], state: .changed, file: .current),
    Story(
      name: "the pause before a refused text is tried again doubles",
      steps: [
        typed, rested, refused, (.fileKept, []), (.elapsed(.rest), [.store]),
        (
          .refused,
          [.wait(.rest, milliseconds: 1200), .keepFile(isNew: false), .report(.refusal)]
        ),
      ], state: .changed, file: .writing(isOlder: false)),
    Story(
      name: "a person who is here is not let wait",
      steps: [
        typed, rested, refused, (.fileKept, []), (.returned, [.wait(.rest, milliseconds: 300)]),
      ], state: .changed, file: .current),
    Story(
      name: "the file follows what is typed",
      steps: [
        typed, rested, refused, (.fileKept, []),
        (
          .typed,
          [
            .wait(.file, milliseconds: 300), .wait(.rest, milliseconds: 300),
            .wait(.pause, milliseconds: 300),
          ]
        ),
        (.elapsed(.file), [.keepFile(isNew: true)]), (.fileKept, []),
      ], state: .changed, file: .current),
    Story(
      name: "what is typed while the file is written is written next",
      steps: [
        typed, rested, refused,
        (.typed, [.wait(.rest, milliseconds: 300), .wait(.pause, milliseconds: 300)]),
        (.fileKept, [.wait(.file, milliseconds: 300)]),
      ], state: .changed, file: .older),
    Story(
      name: "the file goes when the store takes the text",
      steps: [
        typed, rested, refused, (.fileKept, []), (.elapsed(.rest), [.store]),
        (.stored(milliseconds: 1), [.removeFile]),
      ], state: .stored),
    Story(
      name: "text typed during a delayed save is saved with it",
      steps: [
        typed, rested, refused, (.fileKept, []), (.elapsed(.rest), [.store]),
        (
          .typed,
          [
            .wait(.file, milliseconds: 300), .wait(.rest, milliseconds: 300),
            .wait(.pause, milliseconds: 300),
          ]
        ),
        (.stored(milliseconds: 1), [.stop(.pause), .store]),
      ], state: .storing(.init()), file: .older),
    Story(
      name: "a text that was taken out of its file is not stored here",
      steps: [typed, rested, refused, (.fileTaken, [.stop(.rest)])], state: .stored),
    Story(
      name: "a file that was taken before more was typed is written again",
      steps: [
        typed, rested, refused,
        (.typed, [.wait(.rest, milliseconds: 300), .wait(.pause, milliseconds: 300)]),
        (.fileTaken, [.wait(.file, milliseconds: 300)]),
        (.elapsed(.file), [.keepFile(isNew: true)]),
      ], state: .changed, file: .writing(isOlder: false)),
    Story(
      name: "a file that cannot be written is no file that was taken",
      steps: [
        typed, rested, refused, (.fileRefused, []), (.elapsed(.rest), [.store]),
        (
          .refused, [.wait(.rest, milliseconds: 1200), .keepFile(isNew: true), .report(.refusal)]
        ),
      ], state: .changed, file: .writing(isOlder: false)),
    Story(
      name: "of a removed note only the file's fault is news",
      steps: [
        (.removed, []), typed, rested,
        (
          .refused, [.wait(.rest, milliseconds: 600), .keepFile(isNew: true), .report(.fileFault)]
        ),
      ], state: .changed, file: .writing(isOlder: false)),
    Story(
      name: "a conflict is merged, and what comes of it is stored",
      steps: [typed, rested, (.conflicted, [.merge]), (.merged(differs: true), [.store])],
      state: .storing(.init())),
    Story(
      name: "a conflict with the same text is stored already",
      steps: [typed, rested, (.conflicted, [.merge]), (.merged(differs: false), [])],
      state: .stored),
    Story(
      name: "a change made elsewhere is merged while nothing is typed",
      steps: [(.arrived, [.merge]), (.merged(differs: false), [])], state: .stored),
    Story(
      name: "a change made elsewhere is merged while typing, and stores nothing by itself",
      steps: [typed, (.arrived, [.merge]), (.merged(differs: true), [])], state: .changed),
    Story(
      name: "what rests during a merge is stored after it",
      steps: [
        typed, (.arrived, [.merge]), (.elapsed(.rest), [.stop(.pause)]),
        (.merged(differs: true), [.store]),
      ], state: .storing(.init())),
    Story(
      name: "what is typed during a merge waits for its rest",
      steps: [(.arrived, [.merge]), typed, (.merged(differs: true), [])], state: .changed),
    Story(
      name: "what arrives during a save is merged after it",
      steps: [typed, rested, (.arrived, []), (.stored(milliseconds: 1), [.merge])],
      state: .merging(.init())),
    Story(
      name: "what arrives during a merge is merged after it",
      steps: [(.arrived, [.merge]), (.arrived, []), (.merged(differs: false), [.merge])],
      state: .merging(.init())),
    Story(
      name: "an abandoned text is stored no more",
      steps: [
        typed, (.abandoned, [.stop(.rest), .stop(.pause), .removeFile]), (.typed, []),
        (.rested, []), (.stored(milliseconds: 1), []),
      ], state: .abandoned),
    Story(
      name: "a timer that was stopped too late does nothing",
      steps: [typed, (.rested, [.stop(.rest), .stop(.pause), .store]), (.elapsed(.pause), [])],
      state: .storing(.init())),
  ]

  @Test(arguments: stories)
  func `each event leads to its state and actions`(story: Story) {
    var machine = SaveMachine()

    for (index, (event, expected)) in story.steps.enumerated() {
      let actions = machine.on(event, autosaveMilliseconds: 300)
      #expect(actions == expected, "step \(index): \(event)")
    }

    #expect(machine.state == story.state)
    #expect(machine.file == story.file)
  }

  @Test func `it is settled when all is stored and typing rests`() {
    var machine = SaveMachine()
    #expect(machine.isSettled)
    _ = machine.on(.typed, autosaveMilliseconds: 300)
    #expect(!machine.isSettled)
    _ = machine.on(.elapsed(.pause), autosaveMilliseconds: 300)
    _ = machine.on(.stored(milliseconds: 0), autosaveMilliseconds: 300)
    #expect(machine.state == .stored)
    #expect(!machine.isSettled)
    _ = machine.on(.elapsed(.rest), autosaveMilliseconds: 300)
    #expect(machine.isSettled)
  }

  /// A store, a file and a clock that answer the machine at random, and know what is where.
  private struct World {
    var text = 0
    var stored = 0
    var snapshot: Int?
    var isMerging = false
    var running: Set<SaveMachine.Timer> = []

    mutating func perform(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .store:
          #expect(snapshot == nil && !isMerging, "one save or merge at a time")
          snapshot = text
        case .merge:
          #expect(snapshot == nil && !isMerging, "one save or merge at a time")
          isMerging = true
        case .wait(let timer, _): running.insert(timer)
        case .stop(let timer): running.remove(timer)
        case .keepFile, .removeFile, .report: break
        }
      }
    }
  }

  @Test(arguments: 1...20)
  func
    `in any order of events one thing at a time is done and everything typed is stored in the end`(
      seed: UInt64
    )
  {
    var generator = SplitMix64(seed: seed)
    var machine = SaveMachine()
    var world = World()
    func send(_ event: Event) { world.perform(machine.on(event, autosaveMilliseconds: 300)) }
    func answer(_ outcome: Int) {
      if let snapshot = world.snapshot {
        world.snapshot = nil
        switch outcome {
        case 0: send(.refused)
        case 1: send(.conflicted)
        default:
          world.stored = snapshot
          send(.stored(milliseconds: 1))
        }
      } else if world.isMerging {
        world.isMerging = false
        send(.merged(differs: world.text != world.stored))
      }
    }

    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3:
        world.text += 1
        send(.typed)
      case 3: send(.arrived)
      case 4: send(.rested)
      case 5: send(.returned)
      case 6: send([.fileKept, .fileRefused].randomElement(using: &generator) ?? .fileKept)
      case 7: answer(Int.random(in: 0..<4, using: &generator))
      default:
        if let timer = world.running.sorted(by: { "\($0)" < "\($1)" }).first {
          world.running.remove(timer)
          send(.elapsed(timer))
        }
      }
      // Whatever is not stored is being stored, is merged first, or waits for a timer.
      let isOnItsWay = world.snapshot != nil || world.isMerging || world.running.contains(.rest)
      #expect(world.text == world.stored || isOnItsWay, "\(machine)")
    }
    for _ in 0..<20 {
      answer(2)
      if world.running.remove(.rest) != nil { send(.elapsed(.rest)) }
    }

    #expect(world.stored == world.text)
    #expect(machine.isSettled)
  }
}
