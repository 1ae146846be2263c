extension APIDescription {
  /// What holds of every route, and where the server goes its own way.
  static let conventions = """
    A member of a body that is null counts as left out, but for properties: there null removes. So \
    a default_tier, a source_id and a field of the profile can be changed and not cleared.

    **Strict.** An unknown query parameter or member of a body is refused with validation_error and \
    its name, so that a misspelled one is never passed over.

    **Ids** are UUIDs of version 7 and are folded to lower case wherever they come in.

    **Limits.** What a request may hold and cost is in /capabilities under limits; a refusal names \
    the limit in error.details.limit. A page ends at its count or at 4 MiB, whichever comes first, \
    with has_more and a cursor: items, edges, versions and tags. A search ends there as well: the next \
    offset is the number of results until then. A query that takes over two seconds \
    is refused with limit_milliseconds, and one whose client hangs up is broken off; so is what an atomic \
    bulk or a purge needs to know before it is written after ten seconds, and an export, which is of one \
    moment, after ten minutes. A page of /changes, and what an event stream reads at a time, ends at \
    limits.event_page or the bytes of a page. A key brings at most limits.blobs and \
    limits.blob_bytes_per_key of the blobs that are there; one more answers 413 blob_too_large with the \
    limit and its setting. Texts of attachments, registered types with their fields, patterns of a key and \
    names of a webhook are limited as well; what is larger already may stay and not grow.

    **Extensions.** metadata.extensions is {} wherever extensions were not asked for \
    (include=extensions), also in answers to changes: that says nothing of what the item has.

    **Statuses.** A body over its limit answers 413 with validation_error (blob_too_large for a \
    blob), a slow one 408 with limit_seconds and an unknown method 405 with invalid_request, a head \
    that is no HTTP/1.1 or too large 400 with header_fields and header_bytes, an unknown content encoding \
    415 with validation_error, a full disk 507 with internal_error. An entry of POST /mutations that \
    needs what an earlier entry of the batch was refused answers 424 dependency_failed.

    **First answers.** A request with an Idempotency-Key that was made before gets its first answer \
    again; so does one that met a conflict (409). Any other refused request is judged again. An \
    answer longer than 64 KiB is not kept: a repeated request gets one made from the present item. After the \
    rights of its key changed, a first answer tells what it shows as it is now, and only what may be seen now.

    **Prefer: return=minimal** leaves out of an answer what the client sent and the server kept in the \
    same words; where anything else is stored, the answer is whole. The first answer of a batch \
    that has no room in limits.batch_answer_bytes, and all later ones, are short, also without this header: \
    {"item": {"id", "version", "updated_at"}} or {"ok": true}. A long conflict is then answered with 503; \
    send that entry again to get it. Where anything was left out because the header says so, the answer \
    has Preference-Applied: return=minimal; a first answer that is given again has it not.

    **Unread answers.** A key whose clients have not yet read limits.unread_bytes_per_key bytes of answers \
    over 64 KiB gets 429 with Retry-After instead of another; everybody gets 503 where all keys \
    together have too many. A change that was made before that was known is answered in short, as in a batch; \
    a batch is sent again.

    **Bulk.** An empty list is done at once. A bulk request that is atomic, as it is unless it says \
    otherwise, has at most as many entries, and inline edges together, as limits.atomic_bulk. One that is not, a bulk action and \
    a batch are written in slices between which others have their turn; with an Idempotency-Key the \
    same request again goes on after the last slice that was written, and the answer is one.

    **Inline edges** of an item that is there are refused, with the limit, where the key does not see all \
    of its edges of the type and these are more than limits.compared_edges: add and delete them one by one. \
    A request makes and takes away at most limits.inline_edges edges together; a larger set is replaced in parts.

    **Purges** that take more than some fifty items and edges are written in slices as well: the item is \
    not found from the first slice on, its edges and what goes with it follow, and item.deleted is the \
    last event. What goes is decided when it begins. Until it is over a new item with the id answers 503.

    **Events.** edge.created is sent for a changed edge as well; there is no edge.updated. A bulk \
    request without emit_events sends one resync event when it is over, and one that ends in its midst \
    within minutes: sweep with updated_after. updated_after is \
    inclusive: two changes may share a millisecond. Heartbeat-Seconds in the head of a stream says how \
    far its comments are apart; after twice that time without one the connection is lost.

    **Webhooks** receive what the key that made them or last changed their url may see, with the rights that it \
    has at the time. After a week without a success, when too many deliveries wait, or when that key \
    is revoked, a webhook is switched off with a disabled_reason. The secret is shown to the one who sets \
    it. Addresses of this machine and of private networks are refused unless the server's settings \
    allow them.

    **Keys** are refused from their expires_at on with expired_token, which can be moved and not cleared; \
    an open stream gets nothing that happens later and ends with its next heartbeat. A key grants rights and \
    time that it has itself, and no more; where it may not read some types, patterns for types that do not \
    exist yet must be in both keys. A key has at \
    most a quarter of the connections and of the event streams; one more answers 429 and is closed.

    **The first key** takes X-Bootstrap-Token with what the server printed when it started.

    **Retention.** GET /audit says what administrators did. Old events, first answers and versions go \
    when they are over their age, their count or their bytes, the oldest first; the newest event and the \
    newest version of an item always stay. An old event, and a first answer that is given again, \
    tell an item's properties from its versions; where that version is not kept, they tell the item \
    as it is now, with the version and the updated_at of now. Of an item that is gone by then, such an \
    event is item.deleted, and such an answer 404 item_not_found.

    **Documents** are JSON values that several clients edit at once. A client activates an id, attaches \
    with an empty replica or the changes that it made before, and then syncs: the body is a pack of \
    changes (application/octet-stream), and so is the answer, or with Accept: application/json a \
    summary of it. A pack over document_pack_bytes answers 413 document_too_large. So that what a pack \
    takes is bounded by its length, each value that a change creates counts 10 bytes, an object 16, an \
    array 30 and a text 48; a pack that is more than 16 KiB shorter than its elements count answers \
    400, and zeros fill it up. \
    An exchange may be repeated: changes are known by their numbers, and compared with what came \
    under those before, as long as that is kept. 409 replica_forked says that the client cannot go on \
    under its id, because another copy of it sent other changes or the server was set back (its \
    detail alike_through, if any, is the last change up to which both are the same), 409 \
    document_not_attached that it must attach, 404 client_not_active that it was silent for a day: it activates another id and merges what it had \
    not sent. A document may be bound to a text of an item (item_id and field of attach): the item \
    follows when typing rests for 2 s and at least every 10 s, and a change of that text through \
    /items is an edit of the document, on whatever version it was made, and never a conflict as long \
    as that version's text is known. Who may read and write the item may read and edit its document; \
    the keys of any other are named in a key's document_permissions, as types are. GET \
    /documents/watch takes key several times and sends initialized, watched, unwatched, changed and \
    presence; its records have no id; with observe=true others hear nothing of \
    the stream. With few bytes of changes changed has them itself: pack, in base64, is what sync would \
    answer to who has all changes before those. Presence is kept nowhere: a client tells its own again after \
    initialized.

    **Not there:** /auth, /admin/tenants, /connections, /credentials, /webhooks/inbound and \
    /admin/account-deletion, which are for a server of many tenants; GET /blobs/{hash}/url, since blobs \
    are files here.
    """
}
