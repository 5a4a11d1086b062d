import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { runnerImport, type HtmlTagDescriptor, type Plugin } from 'vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

// Native modules stay outside; everything else is bundled, so the package holds no other module.
const external = ['electron', 'keytar', 'libsql']

/** The font of the first screen comes with its code, so that no text changes its shape. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => file.includes('inter-latin-wght-normal'))
        return fonts.map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `./${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
          },
          injectTo: 'head',
        }))
      },
    },
  }
}

/**
 * One character beyond Latin-1 makes the engine keep a whole script in two bytes a character. Where there are few, they
 * are escaped; words in Chinese stay as they are.
 */
function escapeBeyondLatin1(): Plugin {
  return {
    name: 'escape-beyond-latin-1',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const found = chunk.code.match(/[^\0-\xff]/g) ?? []
        if (found.length * 20 > chunk.code.length) continue
        const { code } = chunk
        chunk.code = code.replaceAll(/[^\0-\xff]/g, (unit, offset: number) => {
          const escape = `u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
          // The backslash before it begins the escape.
          return isEscaped(code, offset) ? escape : `\\${escape}`
        })
      }
    },
  }
}

function isEscaped(code: string, offset: number): boolean {
  let start = offset
  while (code[start - 1] === '\\') start -= 1
  return (offset - start) % 2 === 1
}

/**
 * An engine reads a long text of JSON in a third of the time that the same literal takes. The first script finds the
 * words under a global name (`words.ts` of the interface), as their file runs before it.
 */
function wordsAsJson(): Plugin {
  return {
    name: 'words-as-json',
    apply: 'build',
    async load(id) {
      const locale = /\/locales\/([^/]+)\/index\.ts$/.exec(id)?.[1]
      if (!locale) return undefined
      const { module, dependencies } = await runnerImport<Record<string, object>>(id)
      for (const file of dependencies) this.addWatchFile(file)
      const code = Object.entries(module).map(
        ([name, words]) =>
          `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(words))})
          globalThis['gatehouse.words.${locale}'] = ${name}`,
      )
      return { code: code.join('\n'), moduleType: 'js' }
    },
  }
}

/** Nothing is painted before the first script has drawn: an empty page would only delay it. */
function paintWhatIsDrawn(): Plugin {
  return {
    name: 'paint-what-is-drawn',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  }
}

/** Every engine that we run reads woff2; of the other forms that a stylesheet names none is shipped. */
function keepOneFontForm(): Plugin {
  return {
    name: 'keep-one-font-form',
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle))
        if (/KaTeX_[^/]*\.(?:woff|ttf)$/.test(file)) delete bundle[file]
    },
  }
}

const inHead = (tag: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag,
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head-prepend',
})

/**
 * The words of each language, before the first script; main leaves the tag of the language that is likely
 * (`first-page.ts`).
 */
function wordsBeforeScript(): Plugin {
  return {
    name: 'words-before-script',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.filter(({ isEntry }) => isEntry)
        return [
          // It runs after the words, but is the largest: it is asked for first.
          ...first.map(({ fileName }) =>
            inHead('link', { rel: 'modulepreload', href: `./${fileName}` }),
          ),
          ...chunks.flatMap(({ facadeModuleId, fileName, imports }) => {
            const locale = /locales\/([^/]+)\/index\.ts$/.exec(facadeModuleId ?? '')?.[1]
            if (locale === undefined) return []
            // It may wait for no other script: the first one, which draws, would run before.
            if (imports.length > 0) throw new Error(`Words load ${imports.join(', ')}.`)
            return [
              inHead('script', { type: 'module', src: `./${fileName}`, 'data-words': locale }),
            ]
          }),
        ]
      },
    },
  }
}

/**
 * The bundler lets every file load the one that its own helpers ended up in, used or not. For the first
 * file of main that is the whole host, for which the window would wait.
 */
function loadHostLater(): Plugin {
  return {
    name: 'load-host-later',
    generateBundle(_options, bundle) {
      const first = bundle['index.cjs']
      if (first?.type !== 'chunk') throw new Error('Main has no first file.')
      first.code = first.code.replaceAll(/^require\("\.\/[^"]+"\);$/gm, '')
    },
  }
}

export default defineConfig({
  main: {
    plugins: [loadHostLater(), escapeBeyondLatin1()],
    build: {
      externalizeDeps: false,
      target: 'node20',
      outDir: 'out/main',
      sourcemap: true,
      minify: false,
      rollupOptions: {
        external,
        input: { index: at('src/main/index.ts') },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunk-[hash].cjs',
          // Read again at each start, and of use only where the sources are.
          comments: { jsdoc: false },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      target: 'node20',
      outDir: 'out/preload',
      rollupOptions: {
        external,
        input: {
          index: at('src/preload/index.ts'),
          consent: at('src/preload/consent.ts'),
          'app-window': at('src/preload/app-window.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [
      react(),
      tailwindcss(),
      preloadFont(),
      wordsAsJson(),
      paintWhatIsDrawn(),
      wordsBeforeScript(),
      escapeBeyondLatin1(),
      keepOneFontForm(),
    ],
    build: {
      target: 'chrome130',
      outDir: at('out/renderer'),
      minify: true,
      // A part that is loaded later asks for its files itself: a link for each costs more than it saves here.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: at('src/renderer/index.html') },
        // A long text that is read in three places would be there three times.
        optimization: { inlineConst: false },
        // The first screen is one file: each would be asked for on its own.
        output: { codeSplitting: { groups: [{ name: 'first-screen', tags: ['$initial'] }] } },
      },
    },
  },
})
