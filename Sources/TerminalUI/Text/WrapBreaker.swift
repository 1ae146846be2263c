/// Collects clusters and breaks them into rows.
///
/// The clusters after the last place where a break is allowed are kept, since they move to the
/// next row together.
struct WrapBreaker {
  private struct Cluster {
    let columns: Int
    let bytes: Int
  }

  private let wrap: WordWrap
  private var rows: [WrappedRow] = []
  private var rowStart = 0
  private var indent = 0
  /// The end of what is in the row for certain: up to the last allowed break.
  private var settled = 0
  private var settledColumns = 0
  private var settledContent = 0
  /// The clusters since then, in order; never a space.
  private var word: [Cluster] = []
  private var wordBytes = 0
  private var wordColumns = 0
  /// The first code point of the cluster before; 0 at the start and after a space.
  private var previous: UInt32 = 0
  /// The first code point of the one before that; 0 after a space.
  private var earlier: UInt32 = 0

  init(_ wrap: WordWrap) { self.wrap = wrap }

  mutating func append(_ cluster: ScannedCluster) {
    let value = cluster.scalar.value
    if LineBreak.isSpace(value), cluster.cluster == nil {
      settleWord()
      settledColumns +=
        value == 0x09 ? wrap.tabStops.columns(at: indent + settledColumns) : cluster.columns
      settled += cluster.count
      (earlier, previous) = (0, 0)
    } else {
      if LineBreak.isAllowed(after: earlier, between: previous, and: value) { settleWord() }
      place(Cluster(columns: cluster.columns, bytes: cluster.count))
      (earlier, previous) = (previous, value)
    }
  }

  mutating func finished() -> [WrappedRow] {
    settleWord()
    endRow()
    return rows
  }

  private mutating func place(_ cluster: Cluster) {
    while indent + settledColumns + wordColumns + cluster.columns > wrap.columns {
      if settled > rowStart {
        // The word goes to the next row as a whole.
        let moved = word
        clearWord()
        endRow()
        for cluster in moved { place(cluster) }
      } else if !word.isEmpty {
        // The word alone is longer than a row.
        settleWord()
        endRow()
      } else {
        break
      }
    }
    word.append(cluster)
    wordBytes += cluster.bytes
    wordColumns += cluster.columns
  }

  private mutating func clearWord() {
    word.removeAll(keepingCapacity: true)
    wordBytes = 0
    wordColumns = 0
  }

  private mutating func settleWord() {
    guard wordBytes > 0 else { return }
    settled += wordBytes
    settledColumns += wordColumns
    settledContent = settledColumns
    clearWord()
  }

  private mutating func endRow() {
    rows.append(
      WrappedRow(utf8Range: rowStart..<settled, indent: indent, columns: settledContent))
    rowStart = settled
    indent = wrap.hangingIndent
    settledColumns = 0
    settledContent = 0
  }
}
