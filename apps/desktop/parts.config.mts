import { resolve } from 'node:path'
import type { PluginOption, UserConfig } from 'vite'

/** A path in this package. */
export const at = (path: string): string => resolve(import.meta.dirname, path)

interface Program {
  /** Folder below `src/main`, with a `process.ts`. */
  source: string
  /** Packages that are not bundled. */
  external?: string[]
  plugins?: PluginOption[]
}

/** A program for a process of its own: it loads nothing of the rest, and main nothing of it. */
export function programConfig(
  name: string,
  { source, external = [], plugins = [] }: Program,
): UserConfig {
  return {
    ssr: { noExternal: true, external },
    plugins,
    build: {
      ssr: at(`src/main/${source}/process.ts`),
      target: 'node20',
      outDir: at(`out/${name}`),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        external,
        output: {
          format: 'cjs',
          entryFileNames: 'index.cjs',
          codeSplitting: false,
          // Licences stay.
          comments: { jsdoc: false },
        },
      },
    },
  }
}

/** A page with a build and a folder of its own: neither the app's page nor main ever loads its files. */
export function pageConfig(
  name: string,
  plugins: PluginOption[],
  rolldownOptions: NonNullable<UserConfig['build']>['rolldownOptions'] = {},
): UserConfig {
  return {
    root: at(`src/${name}`),
    base: './',
    plugins,
    build: {
      target: 'chrome130',
      outDir: at(`out/${name}`),
      emptyOutDir: true,
      minify: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 6000,
      rolldownOptions,
    },
  }
}

/** A module is fetched with an origin, and a sealed page has none. */
export function classicScript(): PluginOption {
  return {
    name: 'classic-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('type="module" crossorigin', 'defer'),
    },
  }
}
