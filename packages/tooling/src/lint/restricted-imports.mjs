/**
 * @typedef {object} RestrictedImport
 * @property {RegExp} module what is imported
 * @property {RegExp} allowed files, relative to the repository, that may import it
 * @property {string} advice the right way
 */

/** Modules that only some places may import. The compiler refuses most others already. */
export const restrictedImports = /** @type {readonly RestrictedImport[]} */ ([
  {
    module: /^electron(\/|$)/,
    allowed:
      /^apps\/desktop\/src\/(main\/(electron\/|index\.ts$|ipc\/sender-gate\.ts$)|preload\/)|^e2e\/|^packages\/tooling\//,
    advice:
      'electron is for apps/desktop/src/main/electron, its index.ts, the sender gate and the preload; pass what you need through compose.ts',
  },
  {
    module: /^@modelcontextprotocol\/(?!server-everything|server-filesystem)/,
    allowed: /^packages\/(mcp|oauth|testkit)\//,
    advice:
      'the MCP SDK is for packages/mcp, oauth and testkit; use the types of @gatehouse/domain',
  },
  {
    module: /^(@github\/)?keytar$/,
    allowed: /^packages\/vault\//,
    advice: 'keytar is for packages/vault; use the Vault port of @gatehouse/host/ports',
  },
  {
    module: /^libsql(\/|$)/,
    allowed: /^packages\/store\//,
    advice: 'libsql is for packages/store; use the store ports of @gatehouse/host/ports',
  },
  {
    module: /^(ai|@ai-sdk\/.+)(\/|$)/,
    allowed: /^packages\/llm\//,
    advice: 'model SDKs are for packages/llm; use the ModelClient port of @gatehouse/host/ports',
  },
  {
    module: /^(vitest|@playwright\/test|playwright-core)(\/|$)/,
    allowed:
      /\.(test|setup)\.[cm]?[jt]sx?$|^e2e\/|^packages\/(tooling|testkit)\/|(^|\/)vitest\.config\.ts$|\.config\.ts$/,
    advice: 'test runners are for tests',
  },
])
