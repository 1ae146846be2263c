import Documents
import MarfaModel

extension DocumentService {
  /// The answer to a pack of which the rest was refused.
  ///
  /// It is the same as if the client had sent no more than what is here. The client keeps the
  /// others, sends them again and hears why they are refused.
  ///
  /// So it is where the replica is forked, too: under another actor the client then makes only what
  /// is not here. Of another copy of the replica nothing is acknowledged. A slice takes a change
  /// only after one that is here and was compared with this copy's, or acknowledged to it; and no
  /// other copy can go on between two slices, since that change is not its own.
  ///
  /// - Parameters:
  ///   - call: What was asked, with what is left of the pack.
  ///   - caller: Who asks.
  ///   - refusal: Why the next slice was refused.
  ///   - taken: The acknowledgement of what the slices before have taken; nil for nothing.
  /// - Returns: The answer.
  /// - Throws: The refusal, where nothing of the pack is here, and to who wants to leave: with what
  ///   was refused, the client takes part still.
  func answer(
    _ call: PackRequest, as caller: Credential, after refusal: any MarfaError, _ taken: ChangePack?
  ) async throws -> ChangePack {
    guard call.verb != .detach else { throw refusal }
    var call = call
    call.end(after: refusal)
    do {
      return try await exchangeSlice(call, as: caller).pack
    } catch {
      // The document is not there for the client any more; the refusal of the rest says so.
      guard call.verb == .sync, let taken else { throw refusal }
      return taken
    }
  }
}
