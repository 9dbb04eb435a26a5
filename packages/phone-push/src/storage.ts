/** Older browsers have none, whatever the types say. */
const manager = (): Partial<StorageManager> | undefined => navigator.storage as StorageManager | undefined

/** Whether what the page stores stays until the person clears it. False: the browser may clear it, or does not tell. */
export const isStorageKept = async (): Promise<boolean> => {
  try {
    return (await manager()?.persisted?.()) ?? false
  } catch {
    return false
  }
}

/** Asks the browser to keep what the page stores. Called by a tap alone, since Firefox shows a question; nothing waits for it. */
export const askToKeepStorage = (): void => {
  const ask = async (): Promise<void> => {
    try {
      await manager()?.persist?.()
    } catch {
      // It may be cleared, then.
    }
  }
  void ask()
}
