import CTerminalGuard
import Dispatch
import Glibc
import TerminalUI

// MARK: - Input

extension Terminal {
  func startSources() {
    sources.input = Self.readSource(device.input) { [weak self] in self?.readInput() }
    let pipe = marfa_signal_pipe()
    if pipe >= 0 {
      sources.signals = Self.readSource(pipe) { [weak self] in self?.handleSignals() }
    }
  }

  func stopSources() {
    for reason in sources.inputPauses { resumeInput(reason) }
    sources.input?.cancel()
    sources.signals?.cancel()
    sources.escapeTimer?.cancel()
    sources = TerminalSources()
  }

  private static func readSource(
    _ descriptor: Int32, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    // The source runs its handler on the main queue, which is the main actor's.
    source.setEventHandler { @Sendable in MainActor.assumeIsolated(body) }
    source.resume()
    return source
  }

  /// Whether more input is waiting than was delivered.
  public var hasWaitingInput: Bool { isActive && device.hasInput }

  /// Whether what is typed is read.
  public var isTakingInput: Bool { !sources.inputPauses.contains(.backlog) }

  /// Leaves what is typed in the terminal, or reads it again; signals are taken all the same.
  public func setInput(isTaken: Bool) {
    if isTaken { resumeInput(.backlog) } else { pauseInput(.backlog) }
  }

  func pauseInput(_ reason: InputPause) {
    let isFirst = sources.inputPauses.isEmpty
    guard sources.inputPauses.insert(reason).inserted, isFirst else { return }
    sources.input?.suspend()
  }

  func resumeInput(_ reason: InputPause) {
    guard sources.inputPauses.remove(reason) != nil, sources.inputPauses.isEmpty else { return }
    sources.input?.resume()
  }

  /// Reads what is waiting and delivers it as one batch.
  ///
  /// - Parameter reads: How many times it is read at most. The terminal gives 4 KiB at a time: a
  ///   flood is cut into batches, so that other work gets its turn.
  func readInput(reads: Int = 1) {
    guard isActive else { return }
    var inputs: [TerminalInput] = []
    var hasEnded = false
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      for _ in 0..<reads {
        guard case .bytes(let count) = reading(into: buffer, hasEnded: &hasEnded) else { return }
        inputs += decoder.decode(buffer[..<count])
      }
    }
    scheduleEscapeTimeout()
    deliver(inputs)
    if hasEnded {
      // Otherwise the end of the input would be reported again and again.
      sources.input?.cancel()
      end(.hangup)
    }
  }

  private func reading(
    into buffer: UnsafeMutableRawBufferPointer, hasEnded: inout Bool
  ) -> TerminalDevice.Reading {
    let reading = device.read(into: buffer)
    if case .end = reading { hasEnded = true }
    return reading
  }

  private func deliver(_ inputs: [TerminalInput]) {
    guard !inputs.isEmpty else { return }
    for case .pictures(let form) in inputs { pictures.adopt(form) }
    takeEmojiAnswers(inputs)
    onInput?(GraphemeJoiner.join(inputs))
  }

  private func scheduleEscapeTimeout() {
    sources.escapeTimer?.cancel()
    sources.escapeTimer = nil
    guard decoder.isWaiting else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(options.escapeDelay), leeway: .milliseconds(2))
    // The timer fires on the main queue, which is the main actor's.
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.escapeTimedOut() }
    }
    timer.resume()
    sources.escapeTimer = timer
  }

  private func escapeTimedOut() {
    sources.escapeTimer?.cancel()
    sources.escapeTimer = nil
    // Bytes that arrived while the process was busy were not late.
    if device.hasInput { return readInput() }
    deliver(decoder.timeout())
  }

  // MARK: - Signals

  /// Takes the signals out of their pipe, and notes a wish for the end among them.
  private func takeSignals() {
    let pipe = marfa_signal_pipe()
    var bytes = [UInt8](repeating: 0, count: 256)
    while case let count = read(pipe, &bytes, bytes.count), count > 0 {
      sources.takenSignals.formUnion(bytes[..<count].map(Int32.init))
    }
    // A stop that was asked for before would keep it from ending.
    if Self.ends.contains(where: { sources.takenSignals.contains($0.signal) }) {
      ending = max(ending, .asked)
    }
  }

  /// Whether a signal has asked for the end, also one that is not handled yet.
  ///
  /// - Parameter milliseconds: How long to wait for another one after each.
  /// - Returns: Whether it has.
  func isAskedToEnd(within milliseconds: Int32 = 0) -> Bool {
    var pipe = pollfd(fd: marfa_signal_pipe(), events: Int16(POLLIN), revents: 0)
    while poll(&pipe, 1, milliseconds) > 0 { takeSignals() }
    return ending != .none
  }

  /// Whether a signal asks for the end while the terminal takes nothing; others are handled later.
  func isAskedToEndWhileWriting() -> Bool {
    defer { handleTakenSignals() }
    return isAskedToEnd()
  }

  /// Does what the signals that have come ask for.
  func handleSignals() {
    guard sources.signals != nil else { return }
    takeSignals()
    let numbers = sources.takenSignals
    sources.takenSignals = []
    let reason = Self.ends.first { numbers.contains($0.signal) }
    if numbers.contains(SIGCHLD) { childChanged() }
    if numbers.contains(SIGCONT) { continued() }
    if numbers.contains(SIGTSTP) { suspend() }
    if numbers.contains(SIGWINCH) { resized() }
    guard let reason else { return }
    // What was typed before is part of what is to be stored.
    readInput(reads: 16)
    end(reason)
  }

  /// What asks for the end, the one that counts first.
  private static let ends: [TerminationReason] = [.hangup, .interrupt, .quit, .terminate]

  /// One event for a storm of signals.
  func resized() {
    guard isActive, adoptSize() else { return }
    onInput?([.event(.resize(size))])
  }

  /// Asks for the end, once.
  ///
  /// A terminal that goes away says so several times, and what has begun to store the last keys
  /// must not be broken off by the second. Only SIGQUIT ends what does not come to its end.
  func end(_ reason: TerminationReason) {
    if let onTermination, ending < .begun {
      ending = .begun
      endChild(as: reason)
      onTermination(reason)
    } else if ending < .begun || reason == .quit {
      stop()
      exit(reason.exitCode)
    }
  }
}
