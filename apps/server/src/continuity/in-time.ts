/** What was begun on a folder and has not ended yet. Of the process, as its threads for files are. */
const open = new Map<string, Promise<unknown>>()

/**
 * Work on a folder, which may be a share that does not answer. A call to the system cannot be taken back: while one
 * hangs no other of its kind is begun, so that a lost share holds one of the process's few threads and not all.
 */
export const inTime = async <T>(
  folder: string,
  kind: 'read' | 'write',
  ms: number,
  work: () => Promise<T>,
): Promise<T> => {
  const key = `${kind} ${folder}`
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The folder ${folder} does not answer`)), ms)
  try {
    await Promise.race([open.get(key), late])
    const begun = work()
    const settled = begun.then(
      () => undefined,
      () => undefined,
    )
    open.set(key, settled)
    void settled.then(() => open.get(key) === settled && open.delete(key))
    return await Promise.race([begun, late])
  } finally {
    clearTimeout(timer)
  }
}
