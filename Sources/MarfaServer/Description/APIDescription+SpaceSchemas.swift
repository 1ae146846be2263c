extension APIDescription {
  /// The profile, and what the server says of itself.
  static let spaceSchemas = #"""
    {
      "TenantConfig": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "trash_retention_days": {"type": "integer", "minimum": 1, "maximum": 36500},
          "enforcement": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "strict_mode": {
                "type": "object", "additionalProperties": false,
                "properties": {"types": {"type": "boolean"}}
              }
            }
          }
        }
      },
      "PatchProfile": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "username": {"type": "string", "maxLength": 100},
          "first_name": {"type": "string", "maxLength": 200},
          "last_name": {"type": "string", "maxLength": 200},
          "bio": {"type": "string", "maxLength": 4000},
          "email": {
            "type": "string", "maxLength": 320,
            "pattern": "^[^@\\u0000-\\u0020]{1,64}@[^-@.\\s]([^@.\\s]*[^-@.\\s])?(\\.[^-@.\\s]([^@.\\s]*[^-@.\\s])?)*$"
          }
        }
      },
      "Profile": {
        "type": "object",
        "required": [
          "username", "first_name", "last_name", "bio", "avatar_url", "email",
          "email_verified", "created_at", "updated_at"
        ],
        "properties": {"email_verified": {"type": "boolean"}},
        "additionalProperties": {"type": ["string", "null"]}
      },
      "Capabilities": {
        "type": "object",
        "required": [
          "name", "version", "documents", "resumable_uploads", "idempotency",
          "mutation_batch", "retention_seconds"
        ],
        "properties": {
          "name": {"type": "string"}, "version": {"type": "string"},
          "documents": {"type": "boolean"}, "resumable_uploads": {"enum": ["tus/1.0.0", null]},
          "idempotency": {"type": "boolean"}, "mutation_batch": {"type": "integer"},
          "retention_seconds": {"type": "integer"},
          "server_id": {"type": "string"}, "log_epoch": {"type": "string"},
          "key_label": {"type": "string"}, "types_version": {"type": "string"},
          "snapshot": {"type": "boolean"}, "changes": {"type": "boolean"},
          "items_by_id": {"type": "boolean"}, "blobs_known": {"type": "boolean"},
          "client_edge_ids": {"type": "boolean"}, "return_minimal": {"type": "boolean"},
          "create_with_extensions": {"type": "boolean"},
          "extension_events": {"type": "boolean"}, "tombstones": {"type": "boolean"},
          "change_devices": {"type": "boolean"}, "state_devices": {"type": "boolean"},
          "conditional_purges": {"type": "boolean"}, "attachment_merge": {"type": "boolean"},
          "limits": {"type": "object", "additionalProperties": {"type": "integer"}},
          "may": {"type": "object"}
        }
      },
      "Health": {
        "type": "object", "required": ["status", "version"],
        "properties": {"status": {"const": "ok"}, "version": {"type": "string"}}
      },
      "BlobHashes": {
        "type": "object", "required": ["hashes"],
        "properties": {
          "hashes": {
            "type": "array", "minItems": 1, "maxItems": 1000,
            "items": {"$ref": "#/components/schemas/BlobHash"}
          }
        }
      },
      "KnownBlobs": {
        "type": "object", "required": ["known"],
        "properties": {
          "known": {"type": "array", "items": {"$ref": "#/components/schemas/BlobHash"}}
        }
      },
      "Restored": {
        "type": "object", "required": ["restored", "skipped", "missing_blobs"],
        "properties": {
          "restored": {"type": "integer"}, "skipped": {"type": "integer"},
          "missing_blobs": {"type": "array", "items": {"type": "string"}}
        }
      }
    }
    """#
}
