/**
 * Format 33: whether words of what was removed for good are still in the index, which keeps them until its segments
 * are merged. Segments with rows that are gone, 0: something was removed since, -1: only the log is to be cut.
 */
export const wordsToErase = `
  CREATE TABLE words_to_erase (segment INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER words_are_erased_after_entry AFTER DELETE ON entries BEGIN
    INSERT OR IGNORE INTO words_to_erase (segment) VALUES (0);
  END;
  -- Earlier versions erased nothing: what they noted as gone is at the ids of tombstones.
  INSERT INTO words_to_erase SELECT 0 WHERE EXISTS (
    SELECT 1 FROM entry_words_data WHERE id >= 65536 << 37
  );
`
