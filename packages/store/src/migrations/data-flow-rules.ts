/**
 * Decisions of the person about text from one server for another. Calls and records refer to them: earlier versions
 * cannot read that. Calls and records say so: earlier versions cannot read that.
 */
export const dataFlowRules = `
      CREATE TABLE data_flow_rules (
        -- Empty: files that the person attached.
        from_id TEXT NOT NULL,
        to_id TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (from_id, to_id)
      ) STRICT, WITHOUT ROWID;
    `
