/** Values of a sheet by row and column, both counted from 1. Rows and columns without a value take no room. */
export class SheetGrid {
  readonly #room: number
  readonly #rows = new Map<number, Map<number, string>>()
  readonly #columns = new Set<number>()
  #size = 0
  #isCut = false

  /** @param room the most cells that are taken */
  constructor(room: number) {
    this.#room = room
  }

  /** The number of values. */
  get size(): number {
    return this.#size
  }

  /** The number of columns that have a value. */
  get columns(): number {
    return this.#columns.size
  }

  /** Cells were left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  set(row: number, column: number, value: string): void {
    if (value.trim() === '') return
    if (this.#size >= this.#room) {
      this.#isCut = true
      return
    }
    this.#size += 1
    const cells = this.#rows.get(row) ?? new Map<number, string>()
    this.#rows.set(row, cells.set(column, value))
    this.#columns.add(column)
  }

  /** Where its values are, such as ` (A1:E24)`. */
  place(): string {
    const rows = [...this.#rows.keys()].toSorted((one, other) => one - other)
    const columns = [...this.#columns].toSorted((one, other) => one - other)
    const [firstRow, lastRow] = [rows[0], rows.at(-1)]
    const [first, last] = [columns[0], columns.at(-1)]
    if (
      firstRow === undefined ||
      lastRow === undefined ||
      first === undefined ||
      last === undefined
    )
      return ''
    return ` (${lettersOf(first)}${firstRow}:${lettersOf(last)}${lastRow})`
  }

  /** Rows in order, with the columns that have a value. */
  *rows(): Generator<string[]> {
    const columns = [...this.#columns].toSorted((one, other) => one - other)
    const rows = [...this.#rows].toSorted(([one], [other]) => one - other)
    for (const [, cells] of rows) yield columns.map((column) => cells.get(column) ?? '')
  }
}

/** The letters of a column: 27 is `AA`. */
function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
