/// A failure type that has a value for cancellation.
///
/// A run whose waiting is cancelled ends at once if its failure type can say so: `any Error`,
/// `CancellationError`, or a type with this conformance. With any other failure type, a cancelled
/// wait lasts until the work itself ends.
public protocol CancellationRepresentableFailure: Error {
  /// The failure of a cancelled run.
  static var cancelled: Self { get }
}

enum OperationCancellation {
  /// The failure that means cancellation, if the type has one.
  static func failure<Failure: Error>(as type: Failure.Type) -> Failure? {
    if let error = CancellationError() as? Failure { return error }
    guard let type = Failure.self as? any CancellationRepresentableFailure.Type else { return nil }
    return type.cancelled as? Failure
  }

  /// Ends a run that would go on after an error, if it was cancelled.
  static func check<Failure: Error>(after error: Failure) throws(Failure) {
    if isCancellation(error) { throw error }
    if Task.isCancelled { throw failure(as: Failure.self) ?? error }
  }

  /// Whether the error says that the run was cancelled.
  static func isCancellation(_ error: some Error) -> Bool {
    error is CancellationError
  }
}

extension Result where Success: Sendable {
  /// The outcome of an asynchronous body as a value.
  static func capturing(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Success
  ) async -> Self {
    do throws(Failure) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
