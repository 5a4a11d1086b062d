import { readPastedText } from './pasted-text/read-pasted-text.ts'
import { readConfigText, type ConfigText, type ParsedConfig } from './read-config-tree.ts'

export type { ParsedConfig } from './read-config-tree.ts'

/** Reads a configuration of another host, or a pasted text. Never throws: what cannot be read is a problem in words. */
export function readConfig(config: ConfigText): ParsedConfig {
  // A byte order mark is no part of any syntax.
  const text = config.text.replace(/^\uFEFF/, '')
  if (config.source === 'text') return readPastedText({ ...config, text })
  return readConfigText({ ...config, text })
}
