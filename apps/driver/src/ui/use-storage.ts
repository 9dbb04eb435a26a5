import { useEffect, useState } from 'react'

/** Asks the browser to keep what the app stores. False: it may clear it; null: that is not known yet. */
export const useStorageKept = (): boolean | null => {
  const [kept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    let wanted = true
    const ask = async (): Promise<void> => {
      const persisted = await persist()
      if (wanted) setKept(persisted)
    }
    void ask()
    return () => {
      wanted = false
    }
  }, [])
  return kept
}

const persist = async (): Promise<boolean> => {
  // Older browsers have none, whatever the types say.
  const storage = navigator.storage as Partial<StorageManager> | undefined
  try {
    return (await storage?.persist?.()) ?? false
  } catch {
    return false
  }
}
