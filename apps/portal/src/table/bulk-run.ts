/** Letters and digits that are not mistaken for others. */
const CODE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 4

export const newCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => CODE[byte % CODE.length]).join('')

/** Capitals or not, spaces around or not. */
export const codeMatches = (typed: string, code: string): boolean => typed.trim().toUpperCase() === code

export type BulkItem = { id: number; name: string }

/** What has become of each item so far: null where it worked. */
export type BulkOutcome = ReadonlyMap<number, readonly string[] | null>

/** As many at once as a server takes without noticing. */
const AT_ONCE = 4

/** Runs every item, even if others fail; `failed` gives the reason of each failure. */
export const runBulk = async <I extends BulkItem>(
  items: readonly I[],
  run: (item: I) => Promise<unknown>,
  failed: (error: unknown) => readonly string[],
): Promise<BulkOutcome> => {
  const outcome = new Map<number, readonly string[] | null>()
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await run(item)
        outcome.set(item.id, null)
      } catch (error) {
        outcome.set(item.id, failed(error))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcome
}
