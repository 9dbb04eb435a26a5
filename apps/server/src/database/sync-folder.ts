import { open } from 'node:fs/promises'

/** What was created or renamed in a folder lasts when the folder itself has been written. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
