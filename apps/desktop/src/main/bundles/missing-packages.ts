import { isBuiltin } from 'node:module'

/** `… from 'x'`, `import 'x'`, `import('x')`, `require('x')`. A text that only looks so costs a wrong hint. */
const IMPORTED = /\b(?:from|import|require)\s{0,9}\(?\s{0,9}['"]([^'"\n]{1,214})['"]/g

/** Packages that the code of `entry` imports and that are in no `node_modules` of the bundle. At most ten. */
export function missingPackages(code: string, entry: string, files: readonly string[]): string[] {
  const present = new Set(
    files.flatMap((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  )
  const isScript = /\.[cm]?js$/.test(entry)
  const wanted = new Set<string>()
  for (const [, imported = ''] of isScript ? code.matchAll(IMPORTED) : []) {
    const name = /^(?:@[^/]+\/)?[^./@][^/]*/.exec(imported)?.[0]
    if (name !== undefined && !isBuiltin(name) && !/^(?:node|https?|file|data):/.test(name))
      wanted.add(name)
  }
  return [...wanted].filter((name) => !present.has(name)).slice(0, 10)
}
