import Foundation

/// A blob that waits to be sent, as the store keeps it.
public struct BlobUpload: Hashable, Sendable {
  /// What the words of an upload begin with for which the server had no room.
  static let noRoom = "The server has no room: "

  /// Whether it is to be sent; the numbers are in the table and never change.
  public enum State: Int64, Hashable, Sendable {
    /// It is sent when its turn comes.
    case queued = 0
    /// A person stopped it for now.
    case paused = 1
    /// It cannot be sent; `error` says why.
    case failed = 2
  }

  /// `sha256:` and the hash of the bytes in hexadecimal.
  public var hash: String
  /// What a person calls the file.
  public var name: String
  /// The media type.
  public var mimeType: String
  /// In bytes.
  public var size: Int64
  /// Whether it is to be sent.
  public var state: State
  /// How many bytes the server has acknowledged, as far as it is known here.
  public var offset: Int64
  /// Why it failed last, in the server's words; nil when it did not.
  public var error: String?
  /// When it was queued.
  public var createdAt: Date
  /// Where the server takes the rest; nil when it was not begun, or cannot be resumed.
  package var url: String?

  package init(
    hash: String, name: String, mimeType: String = "application/octet-stream", size: Int64,
    state: State = .queued, offset: Int64 = 0, error: String? = nil,
    createdAt: Date = Date(timeIntervalSince1970: 0), url: String? = nil
  ) {
    (self.hash, self.name, self.mimeType, self.size) = (hash, name, mimeType, size)
    (self.state, self.offset, self.error) = (state, offset, error)
    (self.createdAt, self.url) = (createdAt, url)
  }
}

/// An attachment of an item, with what is known of its bytes.
public struct ItemAttachment: Hashable, Sendable {
  /// Where the bytes are.
  public enum State: Hashable, Sendable {
    /// On this machine, and nowhere else yet.
    case here
    /// On this machine, and waiting to be sent, or being sent.
    case waiting
    /// On this machine, and not sent because a person said so.
    case paused
    /// On this machine; sending failed, in these words.
    case failed(String)
    /// On this machine and on the server.
    case stored
    /// Not on this machine.
    case remote
  }

  /// The entry of the item.
  public var attachment: Attachment
  /// In bytes; nil while that is not known: the bytes are not here, and the server has not said it.
  public var size: Int64?
  /// Where the bytes are.
  public var state: State

  /// An attachment as it is shown.
  public init(attachment: Attachment, size: Int64?, state: State) {
    (self.attachment, self.size, self.state) = (attachment, size, state)
  }
}
