/// What a store takes from outside, so that tests decide it.
public struct StoreEnvironment: Sendable {
  /// Gives the time that is stamped.
  public var clock: any WallClock
  /// Mints the ids.
  public var ids: ItemIdGenerator
  /// Who makes items, unless an input says.
  public var source: String
  /// The label of this device, unless an input says.
  public var device: String?
  /// Days that a trashed item is kept.
  public var trashRetentionDays: Int
  /// Who brings the word index up to date when nobody searches.
  public var wordUpkeep: WordUpkeep
  /// Called before each read, for tests that count them.
  package var willRead: (@Sendable () -> Void)?

  /// By default the system's clock and fresh ids, as an application wants them.
  ///
  /// - Parameters:
  ///   - clock: Gives the time that is stamped.
  ///   - ids: Mints the ids; a generator on the clock when nil.
  ///   - source: Who makes items, unless an input says.
  ///   - device: The label of this device, unless an input says.
  ///   - trashRetentionDays: Days that a trashed item is kept, 0 or more.
  ///   - wordUpkeep: Who brings the word index up to date when nobody searches.
  public init(
    clock: any WallClock = SystemWallClock(), ids: ItemIdGenerator? = nil,
    source: String = "local", device: String? = nil,
    trashRetentionDays: Int = Lifecycle.standardTrashRetentionDays,
    wordUpkeep: WordUpkeep = .bySaves
  ) {
    self.clock = clock
    self.ids = ids ?? ItemIdGenerator(clock: clock)
    self.source = source
    self.device = device
    self.trashRetentionDays = trashRetentionDays
    self.wordUpkeep = wordUpkeep
  }
}

/// Who brings the word index up to date with what was saved, when no search does.
public enum WordUpkeep: Hashable, Sendable {
  /// One save in 32 indexes what waits: for processes that end soon.
  case bySaves
  /// Nobody pays for it in a save: ``LocalStore/performIdleWork()`` is called in pauses.
  case inPauses
}
