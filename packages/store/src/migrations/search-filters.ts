/**
 * Format 32: what a search is narrowed by is in the index, beside the words of each entry, and names there what
 * `search_values` says. Older texts are indexed again in steps, and are found by their words meanwhile.
 */
export const searchFilters = `
  CREATE TABLE search_values (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    -- JSON, of which names come from servers.
    key TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;
  -- The index has the month of an entry.
  CREATE TABLE entry_times (
    entry_seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER times_go_with_entry AFTER DELETE ON entries BEGIN
    DELETE FROM entry_times WHERE entry_seq = old.seq;
  END;
  UPDATE entry_words_missing SET below = (SELECT coalesce(max(seq) + 1, 0) FROM entries);
`
