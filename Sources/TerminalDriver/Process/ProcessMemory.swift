import CTerminalGuard

/// The memory of this process.
public enum ProcessMemory {
  /// From this size on a block of memory goes back to the system when it is freed, in bytes.
  private static let largeBlock = 1 << 20

  /// Has large blocks given back to the system at once.
  ///
  /// Left to itself, the allocator keeps what a long text took for as long as the program runs.
  public static func returnLargeBlocks() {
    marfa_return_large_blocks(largeBlock)
  }
}
