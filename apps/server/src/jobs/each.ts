/**
 * Works on all, one after the other, and begins no more once the signal aborts. One that cannot be dealt with keeps no other
 * waiting: at the end what failed is thrown, with `words` and what the first one said.
 */
export const each = async <T>(
  all: readonly T[],
  { signal, words }: { signal: AbortSignal; words: string },
  work: (one: T) => Promise<unknown>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const one of all) if (!signal.aborted) await work(one).catch((error: unknown) => failures.push(error))
  const [first] = failures
  if (failures.length > 0)
    throw new AggregateError(failures, `${words}: ${first instanceof Error ? first.message : String(first)}`)
}
