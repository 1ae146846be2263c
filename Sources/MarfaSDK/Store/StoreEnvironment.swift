/// What a store takes from outside, so that tests decide it.
public struct StoreEnvironment: Sendable {
  /// Tells the time that is stamped.
  public var clock: any WallClock
  /// Mints the ids.
  public var ids: ItemIDGenerator
  /// Who makes items, unless an input says.
  public var source: String
  /// The label of this device, unless an input says.
  public var device: String?
  /// Days that a trashed item is kept.
  public var trashRetentionDays: Int

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - clock: Tells the time that is stamped.
  ///   - ids: Mints the ids; a generator on the clock when nil.
  ///   - source: Who makes items, unless an input says.
  ///   - device: The label of this device, unless an input says.
  ///   - trashRetentionDays: Days that a trashed item is kept, 0 or more.
  public init(
    clock: any WallClock = SystemWallClock(), ids: ItemIDGenerator? = nil,
    source: String = "local", device: String? = nil,
    trashRetentionDays: Int = Lifecycle.standardTrashRetentionDays
  ) {
    self.clock = clock
    self.ids = ids ?? ItemIDGenerator(clock: clock)
    self.source = source
    self.device = device
    self.trashRetentionDays = trashRetentionDays
  }
}
