extension APIDescription {
  /// Documents that several clients edit.
  static let documentSchemas = #"""
    {
      "DocumentKey": {"type": "string", "pattern": "^[0-9A-Za-z._~-]{4,120}$"},
      "ActivateClient": {
        "type": "object", "required": ["client_key"], "additionalProperties": false,
        "properties": {"client_key": {"type": "string", "minLength": 1, "maxLength": 200}}
      },
      "DocumentClient": {
        "type": "object", "required": ["client_id"],
        "properties": {"client_id": {"type": "string", "pattern": "^[0-9a-f]{24}$"}}
      },
      "DocumentRoot": {
        "type": "object", "required": ["key", "item_id", "field", "server_sequence", "root"],
        "properties": {
          "key": {"type": "string"}, "item_id": {"type": ["string", "null"]},
          "field": {"type": ["string", "null"]}, "server_sequence": {"type": "integer"},
          "root": {"type": "object"}
        }
      }
    }
    """#
}
