import pg from 'pg'

/** A statement is prepared once it has been asked for so often. */
const OFTEN = 3
/** So many are kept for the life of a session. The everyday ones are among them long before those with long lists. */
const MOST = 300

/** How these are best answered depends on what is looked for, and how much of it: they are planned each time. */
const PLANNED_EACH_TIME = /\b(limit|i?like) (lower\()?\$/

/** Its columns are those of its tables: PostgreSQL refuses such a plan once a table has another column. */
const EVERY_COLUMN = /(?:\b(?:select|returning) |\.)\*/

/**
 * The names under which `pg` prepares the statements of a session: one by one as they are asked for often, and
 * undefined for those that are not prepared. `tablesStay`: no table changes while the session lives.
 */
export const createStatementNames = (tablesStay: boolean): ((text: string) => string | undefined) => {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST || PLANNED_EACH_TIME.test(text)) return known
    if (!tablesStay && EVERY_COLUMN.test(text)) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count < OFTEN) {
      // Statements that come once only are forgotten together.
      if (uses.size >= MOST * 10) uses.clear()
      uses.set(text, count)
      return undefined
    }
    const name = `s${names.size}`
    names.set(text, name)
    uses.delete(text)
    return name
  }
}

/**
 * A session that prepares the statements that it is asked often: what the database spends on parsing and planning them is
 * most of their time (`docs/measurements/scale.md`).
 */
export const preparingClient = (tablesStay: boolean): typeof pg.Client =>
  class extends pg.Client {
    readonly #nameOf = createStatementNames(tablesStay)

    // The library declares one overload for each way of asking, of which only the one with text and values is of interest.
    override query(...asked: unknown[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => never // the same overloads
      const [text, values, ...rest] = asked
      // A text without values may hold several statements, which cannot be prepared.
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
      return name === undefined ? ask(...asked) : ask({ name, text, values }, ...rest)
    }
  }
