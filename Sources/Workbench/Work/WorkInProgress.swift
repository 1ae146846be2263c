import NoteFiles
import TerminalUI

/// The work that waits for something: it is begun on the main actor, and its failures are shown.
@MainActor package final class WorkInProgress {
  private let messages: MessageLog
  private let elapsed: () -> Duration
  private let requestFrame: @MainActor () -> Void
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The numbers of the work that waits for all other work before it begins.
  private var alone: Set<Int> = []
  /// What the work is called that a person may end, by its number.
  private var endable: [Int: String] = [:]
  private var held = HeldEvents()
  /// How long events were handled since other work last had its turn.
  private var handled = Duration.zero
  /// Whether the event that is being handled was held.
  private var isReleasing = false
  /// Handles events in their order, those that were kept once no work holds them any more.
  package var release: @MainActor (InputEvent) -> Void = { _ in }

  /// Says whether what is typed is to be read: while many events wait it stays in the terminal, so
  /// that a flood of keys takes no memory.
  package var inputChanged: @MainActor (_ isTaken: Bool) -> Void = { _ in }
  private var isInputTaken = true

  /// How many pieces of work were begun.
  package private(set) var begun = 0

  /// Nothing is under way.
  ///
  /// - Parameters:
  ///   - messages: Where failures are reported.
  ///   - elapsed: The time since a fixed instant, which never goes back.
  ///   - requestFrame: Called when a piece of work has ended.
  package init(
    messages: MessageLog, elapsed: @escaping () -> Duration,
    requestFrame: @escaping @MainActor () -> Void
  ) {
    self.messages = messages
    self.elapsed = elapsed
    self.requestFrame = requestFrame
  }

  /// Runs work that waits, and shows the error if it fails.
  ///
  /// - Parameters:
  ///   - purpose: What is being done, to begin the error's sentence: "Creating the note".
  ///   - body: The work, on the main actor between its waits.
  package func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void) {
    begun += 1
    let number = begun
    tasks[number] = Task { [weak self] in
      do {
        try await body()
        self?.messages.succeeded(purpose)
      } catch is CancellationError {
        // The one who cancelled it knows.
      } catch {
        self?.messages.error(
          "\(purpose) failed: \(ErrorText.sentence(for: error))", of: purpose)
      }
      self?.tasks[number] = nil
      self?.requestFrame()
    }
  }

  /// Runs work of which nobody knows how long it takes: as long as it does, that is said, and
  /// `endEndable()` ends it.
  ///
  /// - Parameters:
  ///   - purpose: What is being done.
  ///   - name: What it is called.
  ///   - body: The work.
  package func performEndable(
    _ purpose: String, called name: String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    let number = begun + 1
    endable[number] = name
    sayEndable()
    perform(purpose) { [self] in
      defer {
        endable[number] = nil
        sayEndable()
      }
      try await body()
    }
  }

  /// Ends the work that a person may end.
  ///
  /// - Returns: What it is called; nothing when there is none.
  @discardableResult
  package func endEndable() -> [String] {
    let ended = endable.sorted { $0.key < $1.key }
    for (number, _) in ended { tasks[number]?.cancel() }
    return ended.map(\.value)
  }

  private func sayEndable() {
    let names = endable.sorted { $0.key < $1.key }.map(\.value)
    messages.stand(
      names.isEmpty ? nil : "\(names.joined(separator: ", ")) is running; Ctrl-c ends it.")
  }

  /// Runs work that decides where the next keys go, and keeps them until it has ended or failed:
  /// what is typed right after the key for a new note goes into that note.
  ///
  /// - Parameters:
  ///   - purpose: What is being done.
  ///   - body: The work.
  package func performHolding(
    _ purpose: String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    held.begin()
    perform(purpose) { [self] in
      defer {
        held.end()
        releaseHeld()
      }
      try await body()
    }
  }

  /// Runs work once all other work has ended, such as that which stores what was typed.
  ///
  /// Of several pieces of work that are to run alone the later ones wait for the earlier ones: two
  /// that waited for each other would never end.
  ///
  /// - Parameters:
  ///   - purpose: What is being done.
  ///   - isHolding: Whether keys are kept until it has ended, as by `performHolding`.
  ///   - body: The work.
  package func performAlone(
    _ purpose: String, isHolding: Bool = false, _ body: @escaping @MainActor () async throws -> Void
  ) {
    let number = begun + 1
    alone.insert(number)
    let work: @MainActor () async throws -> Void = { [self] in
      defer { alone.remove(number) }
      while let other = earliest(but: number) { await tasks[other]?.value }
      try await body()
    }
    if isHolding { performHolding(purpose, work) } else { perform(purpose, work) }
  }

  private func earliest(but number: Int) -> Int? {
    tasks.keys.filter { $0 < number || ($0 > number && !alone.contains($0)) }.min()
  }

  /// Handles an event, or keeps it: while work that holds events is under way, others that were
  /// kept wait, or events have been handled for so long that other work gets its turn first.
  package func handle(_ event: InputEvent) {
    guard isReleasing || !held.hold(event) else {
      if isInputTaken, held.count >= Self.mostHeld { takeInput(false) }
      return
    }
    pass(event)
  }

  /// Gives up held events beyond what a person types ahead, so that the program can end soon.
  package func limitHeld() {
    held.keepFirst(Self.typedAhead)
    takeInputAgain()
  }

  private static let typedAhead = 1024
  /// From here on no more is read until some of it is handled; what was read with it is kept, too.
  private static let mostHeld = 4 * typedAhead
  /// Where reading goes on: the more is handled before, the longer a flood finds nobody reading.
  private static let fewHeld = 3 * typedAhead

  private func takeInput(_ isTaken: Bool) {
    isInputTaken = isTaken
    inputChanged(isTaken)
  }

  private func takeInputAgain() {
    if !isInputTaken, held.count <= Self.fewHeld { takeInput(true) }
  }

  /// How long events are handled before frames, signals and other work get their turn.
  package static let turn = Duration.milliseconds(50)

  /// Handles events that were kept, until something holds them again: the end of the turn does.
  private func releaseHeld() {
    while let event = held.next() {
      isReleasing = true
      pass(event)
      isReleasing = false
      takeInputAgain()
    }
  }

  private func pass(_ event: InputEvent) {
    let start = elapsed()
    release(event)
    handled += elapsed() - start
    guard handled >= Self.turn else { return }
    handled = .zero
    performHolding("Taking what was typed") {}
  }

  /// Waits until all started work has ended; for a clean exit, and for tests.
  package func finish() async {
    while let first = tasks.keys.min() { await tasks[first]?.value }
  }
}
