/** Major version of the Electron that releases ship, as pinned in package.json (a test compares). */
export const RELEASE_ELECTRON_MAJOR = 45
