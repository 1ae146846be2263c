/// How many items each place of the source list has.
public struct SourceCounts: Hashable, Sendable {
  /// Every active note.
  public var notes = 0
  /// Active notes in no notebook.
  public var inbox = 0
  /// Active notes changed since the start of the day; 0 when no day was given.
  public var today = 0
  /// Active notes with the tag `favorite`.
  public var favourites = 0
  /// Active notes without a link in or out.
  public var orphans = 0
  /// Archived notes.
  public var archived = 0
  /// Notes in the trash.
  public var trash = 0

  /// Counts of nothing.
  public init() {}
}
