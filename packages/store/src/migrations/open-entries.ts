/** The condition of the index, word for word: a query that repeats it reads the index alone. */
export const IS_OPEN =
  "CASE WHEN json_valid(json) THEN json_extract(json, '$.status') END " +
  "IN ('streaming', 'waiting', 'approved', 'running')"

/** Format 34: entries that are not over are found without reading the others, whatever their turn says. */
export const openEntries = `CREATE INDEX entries_open ON entries (turn_id) WHERE ${IS_OPEN};`
