/// How long documents wait, and by which clock.
package struct DocumentTiming: Sendable {
  /// How long a change waits for others that go out with it; zero for not at all.
  package var gathering = Duration.milliseconds(20)
  /// How long after it came the server is let known that a change is here which it told unasked.
  package var reporting = Duration.seconds(2)
  /// The time between two polls.
  package var poll = Duration.seconds(3)
  /// The first wait for a server that failed; each further one is twice as long.
  package var retry = Duration.seconds(1)
  /// The first wait for a watch stream that ended; nil for that of a server that failed.
  package var reconnect: Duration?
  /// The longest of these waits.
  package var longestRetry = Duration.seconds(30)
  /// How long who attaches waits for the first word of the watch stream; nil for as long as it
  /// takes.
  package var attachTimeout: Duration?
  /// What measures the waits.
  package var clock: any Clock<Duration> = ContinuousClock()
  /// A random number from 0 up to but not including 1, so that not all come back at once.
  package var fraction: @Sendable () -> Double = { Double.random(in: 0..<1) }

  package init() {}

  /// As a client waits that also has notes.
  init(_ configuration: ClientConfiguration) { gathering = configuration.documentGathering }

  /// How long to wait after some failures in a row; half of it at least, so that nobody hurries.
  package func delay(afterFailures failures: Int, wish: Duration?) -> Duration {
    delay(from: retry, failures, wish)
  }

  /// How long a watch stream waits after it ended some times in a row.
  package func delay(afterBreaks breaks: Int, wish: Duration?) -> Duration {
    delay(from: reconnect ?? retry, breaks, wish)
  }

  private func delay(from first: Duration, _ failures: Int, _ wish: Duration?) -> Duration {
    if let wish { return wish }
    let bound = min(first * (1 << min(max(failures, 1) - 1, 20)), longestRetry)
    return bound * (0.5 + fraction() / 2)
  }

  /// Ends the wait of who attaches in time; nil where nothing does.
  ///
  /// It is to be cancelled with the wait.
  func limit(of asker: DocumentAsker) -> Task<Void, Never>? {
    attachTimeout.map { [clock] limit in
      Task {
        // Cancelled by who waits no more.
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        asker.resume(throwing: NetworkError(message: "The server's watch stream says nothing."))
      }
    }
  }

  package func duration(of wait: DocumentSyncMachine.Wait) -> Duration {
    switch wait {
    case .gathering: gathering
    case .reporting: reporting
    case .poll: poll
    case .retry(let failures, let wish): delay(afterFailures: failures, wish: wish)
    }
  }
}
