import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

/** Shows the system's folder picker, over `window` if there is one. Null when it was closed. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | null> {
  const [path] = await pick(window, ['openDirectory', 'createDirectory'])
  return path ?? null
}

/** Shows the system's file picker; configurations are often hidden files. Null when it was closed. */
export async function pickFile(window: BrowserWindow | undefined): Promise<string | null> {
  const [path] = await pick(window, ['openFile', 'showHiddenFiles'])
  return path ?? null
}

/** Shows it for several folders at once; empty when it was closed. */
export function pickFolders(window: BrowserWindow | undefined): Promise<string[]> {
  return pick(window, ['openDirectory', 'createDirectory', 'multiSelections'])
}

/** Shows the system's dialog for a new file with this name proposed. Null when it was closed. */
export async function pickNewFile(
  window: BrowserWindow | undefined,
  name: string,
): Promise<string | null> {
  const options = { defaultPath: name }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === undefined || filePath === '' ? null : filePath
}

async function pick(
  window: BrowserWindow | undefined,
  properties: NonNullable<OpenDialogOptions['properties']>,
): Promise<string[]> {
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, { properties })
    : dialog.showOpenDialog({ properties }))
  return canceled ? [] : filePaths
}
