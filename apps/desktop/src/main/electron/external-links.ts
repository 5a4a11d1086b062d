import { shell } from 'electron'
import { GatehouseError } from '@gatehouse/domain'
import { readExternalLink } from '../link-rules.ts'

/** The only way out to the system's browser. Rejects with `link/refused` or `link/failed`. */
export async function openExternalLink(text: string): Promise<void> {
  const link = readExternalLink(text)
  try {
    await shell.openExternal(link)
  } catch (cause) {
    throw new GatehouseError(
      'link/failed',
      "The system's browser could not be started. Copy the link and open it yourself.",
      { cause },
    )
  }
}
