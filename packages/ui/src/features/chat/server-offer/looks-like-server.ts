/** Characters of a text that are looked at. */
const LENGTH = 20_000
/** Members and tables that hold servers in the configurations of products. */
const SECTION =
  /["']?(?:mcpServers|mcp_servers|context_servers|mcp\.servers)["']?\s*[:=\].]|"servers"\s*:\s*\{/
/** Commands that add a server to a product. */
const ADDS = /^(?:\$ )?(?:claude|codex|gemini) mcp add\b|\bcode --add-mcp\b/m
const LINK =
  /(?:^|\s)(?:vscode(?:-insiders)?:mcp\/|cursor:\/\/anysphere\.cursor-deeplink\/mcp\/|lmstudio:\/\/add_mcp|goose:\/\/extension|cherrystudio:\/\/mcp\/|kiro:\/\/kiro\.mcp\/|gatehouse:\/\/mcp\/)/
/** A command line alone, which fetches a package or an image whose name says what it is. */
const RUNS =
  /^(?:\$ )?(?:npx|uvx|bunx|pipx run|pnpm dlx|docker run)\s[^\n]{0,500}\bmcp\b[^\n]{0,500}$/i

/**
 * True for a text that reads like the set-up of a server. It decides only whether to offer the way to "Add a server",
 * which reads the text anew.
 */
export function looksLikeServer(text: string): boolean {
  const beginning = text.slice(0, LENGTH)
  return [SECTION, ADDS, LINK].some((mark) => mark.test(beginning)) || RUNS.test(beginning.trim())
}
