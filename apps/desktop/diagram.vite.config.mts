import type { Plugin } from 'vite'
import { classicScript, pageConfig } from './parts.config.mts'

/** Another layout, of 1.5 MB, under a licence that asks for more than a notice. What needs it is not drawn. */
function leaveOutElk(): Plugin {
  const name = 'elkjs/lib/elk.bundled.js'
  return {
    name: 'leave-out-elk',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? "export default class { constructor() { throw new Error('This layout is not part of the app.') } }"
        : undefined,
  }
}

export default pageConfig('diagram', [leaveOutElk(), classicScript()], {
  // Nothing is to be found beside a script that is one file.
  transform: { define: { 'import.meta': '{}' } },
  output: { format: 'iife', codeSplitting: false },
})
