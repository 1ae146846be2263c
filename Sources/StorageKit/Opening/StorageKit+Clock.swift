extension StorageKit {
  /// The documentation's name of ``StorageClock``: a source of the present moment.
  public typealias Clock = StorageClock
}
