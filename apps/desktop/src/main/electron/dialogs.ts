import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

/** Shows the system's folder picker, over `window` if there is one. Null when it was closed. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}
