import { setTimeout } from 'node:timers/promises'

/** Stops within so many milliseconds, or leaves what hangs to the end of the process. Answers the exit code. */
export const stopWithin = async (
  milliseconds: number,
  stop: () => Promise<void>,
  say: (sentence: string) => void,
): Promise<0 | 1> => {
  const late = setTimeout(milliseconds, 'late' as const)
  try {
    if ((await Promise.race([stop(), late])) !== 'late') return 0
    say(
      `Jobs, requests or the database did not end within ${milliseconds / 1000} seconds: the process ends without them.`,
    )
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
  return 1
}
