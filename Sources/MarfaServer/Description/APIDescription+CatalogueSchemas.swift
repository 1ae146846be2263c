extension APIDescription {
  /// Edges, edge types and types.
  static let catalogueSchemas = #"""
    {
      "Edge": {
        "type": "object",
        "required": [
          "id", "source_id", "target_id", "edge_type", "properties", "created_at", "updated_at"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/ItemID"},
          "source_id": {"$ref": "#/components/schemas/ItemID"},
          "target_id": {"$ref": "#/components/schemas/ItemID"},
          "edge_type": {"type": "string"}, "properties": {"type": "object"},
          "created_at": {"$ref": "#/components/schemas/Time"},
          "updated_at": {"$ref": "#/components/schemas/Time"},
          "tenant_id": {"type": ["string", "null"]}
        }
      },
      "HydratedEdges": {
        "type": "object", "required": ["edges", "has_more"],
        "description": "The first edges of a type: at most 50, and fewer or none where those \#
      of the item have more than limits.item_edge_bytes. With has_more, next_cursor is the \#
      cursor of GET /items/{id}/edges?edge_type={type} for the rest.",
        "properties": {
          "edges": {"type": "array", "items": {"$ref": "#/components/schemas/Edge"}},
          "has_more": {"type": "boolean"}, "next_cursor": {"type": "string"}
        }
      },
      "EdgePage": {
        "type": "object", "required": ["data", "cursor", "has_more"],
        "properties": {
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/Edge"}},
          "cursor": {"type": ["string", "null"]}, "has_more": {"type": "boolean"}
        }
      },
      "CreateEdge": {
        "type": "object", "required": ["source_id", "target_id", "edge_type"],
        "additionalProperties": false,
        "properties": {
          "id": {"$ref": "#/components/schemas/ItemID"},
          "source_id": {"$ref": "#/components/schemas/ItemID"},
          "target_id": {"$ref": "#/components/schemas/ItemID"},
          "edge_type": {"$ref": "#/components/schemas/Name"}, "properties": {"type": "object"}
        }
      },
      "PatchEdge": {
        "type": "object", "required": ["properties"], "additionalProperties": false,
        "properties": {"properties": {"type": "object"}}
      },
      "EdgeResponse": {
        "type": "object", "required": ["edge"],
        "properties": {"edge": {"$ref": "#/components/schemas/Edge"}}
      },
      "EdgeType": {
        "type": "object", "required": ["id", "cardinality"], "additionalProperties": false,
        "properties": {
          "id": {"$ref": "#/components/schemas/Name"}, "label": {"type": "string"},
          "description": {"type": "string"},
          "cardinality": {
            "enum": ["one-to-one", "one-to-many", "many-to-one", "many-to-many"]
          },
          "source_type_constraints": {"$ref": "#/components/schemas/TagList"},
          "target_type_constraints": {"$ref": "#/components/schemas/TagList"},
          "cascade_on_delete": {"enum": ["cascade", "orphan", "block"]},
          "property_schema": {
            "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Field"}
          }
        }
      },
      "EdgeTypeResponse": {
        "type": "object", "required": ["edge_type"],
        "properties": {"edge_type": {"$ref": "#/components/schemas/EdgeType"}}
      },
      "EdgeTypes": {
        "type": "object", "required": ["edge_types"],
        "properties": {
          "edge_types": {"type": "array", "items": {"$ref": "#/components/schemas/EdgeType"}}
        }
      },
      "FieldKind": {
        "enum": ["string", "number", "integer", "boolean", "object", "array"]
      },
      "Field": {
        "type": "object", "required": ["type"], "additionalProperties": false,
        "properties": {
          "type": {"$ref": "#/components/schemas/FieldKind"},
          "description": {"type": "string"}, "format": {"type": "string"},
          "searchable": {"type": "boolean"}, "required": {"type": "boolean"},
          "enum_values": {"$ref": "#/components/schemas/TagList"},
          "items_type": {"$ref": "#/components/schemas/FieldKind"}
        }
      },
      "ItemType": {
        "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": {
          "id": {"$ref": "#/components/schemas/Name"}, "label": {"type": "string"},
          "description": {"type": "string"}, "parent": {"type": "string"},
          "fields": {
            "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Field"}
          },
          "required": {"$ref": "#/components/schemas/TagList"},
          "version": {"type": "integer", "minimum": 1},
          "display_hints": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "title_field": {"type": "string"}, "body_field": {"type": "string"}
            }
          },
          "version_policy": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "recent_days": {"type": "integer"}, "daily_snapshot_days": {"type": "integer"},
              "weekly_snapshot_days": {"type": "integer"}, "max_versions": {"type": "integer"}
            }
          },
          "merge_policy": {"$ref": "#/components/schemas/MergePolicy"}
        }
      },
      "MergePolicy": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "fields": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/MergeStrategy"}
          },
          "default": {"$ref": "#/components/schemas/MergeStrategy"}
        }
      },
      "MergeStrategy": {"enum": ["last_writer_wins", "keep_both_copies"]},
      "TypeResponse": {
        "type": "object", "required": ["type"],
        "properties": {"type": {"$ref": "#/components/schemas/ItemType"}}
      },
      "ItemTypes": {"type": "array", "items": {"$ref": "#/components/schemas/ItemType"}}
    }
    """#
}
