export type Outcome<R> = { value: R } | { error: unknown }
type Waiting<T, R> = { item: T; settle: (outcome: Outcome<R>) => void }

/**
 * One run at a time: what is called for while one is under way goes into the next, up to `most` of it together, so that
 * the busier it is the fewer runs there are for each call, and a call alone waits for nothing. A run that fails as a
 * whole is repeated item by item: one cannot fail the others.
 */
export const gather = <T, R>(run: (items: readonly T[]) => Promise<readonly Outcome<R>[]>, most: number) => {
  const waiting: Waiting<T, R>[] = []
  let running = false
  const carryOut = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ item }) => item))
      batch.forEach(({ settle }, index) => settle(outcomes[index] ?? { error: new Error('A call has no outcome') }))
    } catch (error) {
      const [only, ...others] = batch
      if (others.length === 0) return only?.settle({ error })
      for (const one of batch) await carryOut([one])
    }
  }
  const work = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) await carryOut(waiting.splice(0, most))
    running = false
  }
  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      waiting.push({
        item,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
      })
      if (!running) void work()
    })
}
