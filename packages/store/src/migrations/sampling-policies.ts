/**
 * Permissions of servers to have models answer, and the tokens used. Records refer to them: earlier versions cannot
 * read that. Records say so: earlier versions cannot read that.
 */
export const samplingPolicies = `
      CREATE TABLE sampling_policies (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      -- A run of a model. Its tokens are the most that it can use until it is settled.
      CREATE TABLE sampling_runs (
        id TEXT PRIMARY KEY,
        server_id TEXT NOT NULL,
        -- YYYY-MM-DD of the local calendar.
        day TEXT NOT NULL,
        tokens INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sampling_runs_of_day ON sampling_runs (server_id, day, tokens);
    `
