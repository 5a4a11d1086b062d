/**
 * The policy of a sealed view, stricter than the default of MCP Apps 2026-01-26 ("Host Behavior"): no network, whatever
 * the interface declares. Published interfaces need inline script, `eval`, WebAssembly and workers from blobs.
 */
export function sealedViewPolicy(ancestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data: blob:',
    'media-src data: blob:',
    'worker-src blob: data:',
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

/** The policy of the proxy: its own script, and the one view that it may contain. */
export function appProxyPolicy(view: string, ancestor: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-src ${view}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestor}`,
  ].join('; ')
}
