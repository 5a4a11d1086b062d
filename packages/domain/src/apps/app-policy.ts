import type { AppAccess, AppUse } from './app-access.ts'
import { appHostText, NO_ACCESS } from './app-host.ts'

/**
 * The policy of a view: stricter than the default of MCP Apps 2026-01-26 ("Host Behavior"), and wider by the hosts of
 * its access alone. Published interfaces need inline script, `eval`, WebAssembly and workers from blobs.
 */
export function appViewPolicy(access: AppAccess, ancestors: readonly string[]): string {
  const of = (use: AppUse): string =>
    access.hosts
      .filter(({ uses }) => uses.includes(use))
      .map((host) => ` ${appHostText(host)}`)
      .join('')
  const only = (use: AppUse): string => of(use) || " 'none'"
  const resource = of('resource')
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:${resource}`,
    `style-src 'unsafe-inline'${resource}`,
    `img-src data: blob:${resource}`,
    `font-src data: blob:${resource}`,
    `media-src data: blob:${resource}`,
    'worker-src blob: data:',
    `connect-src${only('connect')}`,
    `frame-src${only('frame')}`,
    "object-src 'none'",
    `base-uri${only('base')}`,
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

/** The policy of a sealed view: no network, whatever the interface declares. */
export const sealedViewPolicy = (ancestors: readonly string[]): string =>
  appViewPolicy(NO_ACCESS, ancestors)

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
