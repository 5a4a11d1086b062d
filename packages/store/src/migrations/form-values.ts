/** Values of forms that people asked to keep. */
export const formValues = `
      CREATE TABLE form_values (
        server_id TEXT PRIMARY KEY,
        json TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `
