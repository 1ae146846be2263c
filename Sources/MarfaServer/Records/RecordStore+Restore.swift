import MarfaModel

/// Restores: an archive is looked through before anything is written, and then written in slices.
extension RecordStore {
  /// Takes records in, in the order of an export, with their events.
  ///
  /// What exists by id, name or hash stays and is counted as skipped, so that a restore can be
  /// repeated. With a name, another process can go on with it when this one dies.
  ///
  /// - Parameters:
  ///   - source: The records.
  ///   - context: Who restores, for the audit; nobody when nil.
  ///   - limits: What a slice may cost.
  /// - Returns: How many records are new.
  /// - Throws: `ValidationError` with `invalid_request` for a record that cannot be: nothing is
  ///   written then, unless it is only because of what others wrote meanwhile.
  public func restore(
    _ source: ArchiveSource, by context: WriteContext? = nil,
    _ limits: RecordLimits = RecordLimits()
  ) async throws -> RestoreCounts {
    try await check(source)
    if let name = source.name {
      let part = RestorePart(credentialId: context?.credentialId, source: context?.source)
      try await transact(.allowed) { try RestoreMark(name: name).keep(part, in: $0) }
    }
    return try await write(source, from: RestorePlace(), by: context, limits)
  }

  /// Goes on with a restore that an earlier process began.
  ///
  /// - Returns: What became of it as a whole; nil when it is finished.
  func goOn(restoring source: ArchiveSource, _ limits: RecordLimits) async throws -> RestoreCounts?
  {
    guard let name = source.name,
      let (context, place) = try await snapshot(
        .lookup, { try RestoreMark(name: name).found(in: $0) })
    else { return nil }
    return try await write(source, from: place, by: context, limits)
  }

  /// The names of the archives whose restore is not finished.
  func unfinishedRestores() async throws -> [String] {
    try await snapshot(.lookup) { try RestoreMark.all(in: $0).map(\.name) }
  }

  /// Gives up a restore; what it wrote stays.
  func giveUp(restoring name: String) async throws {
    try await transact(.allowed) { try RestoreMark(name: name).remove(in: $0) }
  }

  /// - Throws: `ValidationError` with the line of a record that cannot be restored.
  private func check(_ source: ArchiveSource) async throws {
    try await snapshot(.export) { rows in
      let next = try source.begin()
      var check = try ArchiveCheck(rows: rows)
      while let line = try next() {
        do {
          try check.take(line.record)
        } catch let error as any MarfaError {
          throw ArchiveRules.refusal(error, ofLine: line.number)
        }
      }
    }
  }

  private func write(
    _ source: ArchiveSource, from start: RestorePlace, by context: WriteContext?,
    _ limits: RecordLimits
  ) async throws -> RestoreCounts {
    let mark = source.name.map(RestoreMark.init)
    let next = try source.begin()
    var place = start
    var lines: [ArchiveSource.Line] = []
    // Lines are read on a thread that may wait for the disk, and not on the writer's.
    try await snapshot(.export) { _ in
      for _ in 0..<start.records { _ = try next() }
    }
    while true {
      lines += try await snapshot(.export) { [lines] _ in
        try ArchiveSource.page(next, after: lines, limits)
      }
      guard !lines.isEmpty else { break }
      let before = place
      place = try await transact(.slice) { [lines] rows in
        var reader = ArchiveReader(rows: rows, at: before, limits)
        try reader.take(lines)
        try mark?.keep(RestorePart(reader.place, after: before), in: rows)
        return reader.place
      }
      lines.removeFirst(place.records - before.records)
    }
    let counts = place.counts
    try await transact(.allowed) { rows in
      try mark?.remove(in: rows)
      if let context { try RecordWriter(rows: rows, context: context).note(counts) }
    }
    return counts
  }
}

extension ArchiveSource {
  /// How many bytes wait for their slice.
  private static let waiting = 1 << 20

  /// The next lines, as many as a slice may take with those that wait, unless they are long.
  fileprivate static func page(
    _ next: Reading, after waiting: [Line], _ limits: RecordLimits
  ) throws -> [Line] {
    var lines: [Line] = []
    var size = waiting.reduce(0) { $0 + $1.size }
    while waiting.count + lines.count < limits.sliceEntries, size < Self.waiting,
      let line = try next()
    {
      size += line.size
      lines.append(line)
    }
    return lines
  }
}

extension RestorePart {
  /// The part of a slice.
  fileprivate init(_ place: RestorePlace, after before: RestorePlace) {
    self.init()
    self.place = place
    self.place.standIns = place.standIns.filter { before.standIns[$0.key] == nil }
  }
}

extension RecordWriter {
  /// Notes a restore.
  fileprivate func note(_ counts: RestoreCounts) throws {
    try note(
      .archiveRestored, "",
      [
        "restored": .integer(Int64(counts.restored)),
        "skipped": .integer(Int64(counts.skipped)),
      ])
  }
}
