/** Absolute path of a file that the build copies beside the bundle. */
declare module '*?asset' {
  const path: string
  export default path
}
