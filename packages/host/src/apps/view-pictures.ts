const MAX_PICTURES = 50
/** Characters of one picture. */
const MAX_SIZE = 400_000

/** The latest pictures of views, by their calls. In memory alone: they show what an interface showed. */
export class ViewPictures {
  readonly #pictures = new Map<string, string>()

  keep(entryId: string, picture: string): void {
    if (picture.length > MAX_SIZE) return
    this.#pictures.delete(entryId)
    this.#pictures.set(entryId, picture)
    const [oldest] = this.#pictures.keys()
    if (this.#pictures.size > MAX_PICTURES && oldest !== undefined) this.#pictures.delete(oldest)
  }

  of(entryId: string): string | null {
    return this.#pictures.get(entryId) ?? null
  }
}
