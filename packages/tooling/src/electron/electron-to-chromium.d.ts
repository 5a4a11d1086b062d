/** The package brings no types. */
declare module 'electron-to-chromium' {
  /** Chromium's milestone by Electron's major and minor version, both as text. */
  export const versions: Readonly<Record<string, string>>
}
