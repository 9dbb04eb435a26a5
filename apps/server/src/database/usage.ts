/** What the connections of a database are doing. */
export type Usage = {
  /** connections that are at work */
  inUse: () => number
  /** calls back with the milliseconds of each statement */
  whenQueried: (call: (milliseconds: number) => void) => void
}

export const watchUsage = (
  pools: readonly { totalCount: number; idleCount: number }[],
): { usage: Usage; note: (milliseconds: number) => void } => {
  const calls: ((milliseconds: number) => void)[] = []
  return {
    usage: {
      inUse: () => pools.reduce((sum, { totalCount, idleCount }) => sum + totalCount - idleCount, 0),
      whenQueried: (call) => void calls.push(call),
    },
    note: (milliseconds) => {
      for (const call of calls) call(milliseconds)
    },
  }
}
