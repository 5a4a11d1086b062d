/** Where main logs what happened. Texts must hold no secret. */
export interface Log {
  info(text: string): void
  warn(text: string): void
  error(text: string, cause?: unknown): void
}
