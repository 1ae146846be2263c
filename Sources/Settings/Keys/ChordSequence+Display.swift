extension ChordSequence {
  /// The keys as screens show them: names with a capital, as `Enter`, `Space f`, `Ctrl-d`.
  package var displayName: String {
    chords.map { chord in
      let name = chord.description
        .replacing("pageup", with: "PgUp").replacing("pagedown", with: "PgDn")
      return name.count == 1 ? name : name.prefix(1).uppercased() + name.dropFirst()
    }.joined(separator: " ")
  }
}
