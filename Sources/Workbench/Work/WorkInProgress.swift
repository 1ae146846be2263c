import NoteFiles
import TerminalUI

/// The work that waits for something: it is begun on the main actor, and its failures are shown.
@MainActor package final class WorkInProgress {
  private let messages: MessageLog
  private let requestFrame: @MainActor () -> Void
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The numbers of the work that waits for all other work before it begins.
  private var alone: Set<Int> = []
  /// What the work is called that a person may end, by its number.
  private var endable: [Int: String] = [:]
  private var held = HeldEvents()
  /// Whether the event that is being handled was held.
  private var isReleasing = false
  /// Takes kept events in their order, once no work holds them any more.
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
  ///   - requestFrame: Called when a piece of work has ended.
  package init(messages: MessageLog, requestFrame: @escaping @MainActor () -> Void) {
    self.messages = messages
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

  /// Keeps an event if work that holds events is under way, or others that were held wait.
  ///
  /// - Returns: Whether it is kept.
  package func hold(_ event: InputEvent) -> Bool {
    guard !isReleasing, held.hold(event) else { return false }
    if isInputTaken, held.count >= Self.mostHeld { takeInput(false) }
    return true
  }

  /// Gives up held events beyond what a person types ahead, so that the program can end soon.
  package func limitHeld() {
    held.keepFirst(Self.typedAhead)
    takeInputAgain()
  }

  private static let typedAhead = 1024
  /// From here on no more is read until most of it is handled; what was read with it is kept, too.
  private static let mostHeld = 4 * typedAhead

  private func takeInput(_ isTaken: Bool) {
    isInputTaken = isTaken
    inputChanged(isTaken)
  }

  private func takeInputAgain() {
    if !isInputTaken, held.count <= Self.typedAhead { takeInput(true) }
  }

  /// Gives held events back, as many as one turn of the loop takes; the others follow in later
  /// turns, so that frames and signals come in between.
  private func releaseHeld() {
    for _ in 0..<Self.eventsOfTurn {
      guard let event = held.next() else { return }
      isReleasing = true
      release(event)
      isReleasing = false
      takeInputAgain()
    }
    guard held.hasNext else { return }
    perform("Taking what was typed") { [self] in releaseHeld() }
  }

  private static let eventsOfTurn = 32

  /// Waits until all started work has ended; for a clean exit, and for tests.
  package func finish() async {
    while let first = tasks.keys.min() { await tasks[first]?.value }
  }
}
